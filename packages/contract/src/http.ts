/** Names of the headers that client and server use. */
export const HTTP_HEADERS = {
  /** Request time, ISO 8601 UTC with milliseconds (gap G43). */
  requestTime: 'x-request-time',
  /** The browser's IANA time zone. */
  timezone: 'x-timezone',
  /** Idempotency key of a message: requests with the same key create only one message (MSG-12). */
  idempotencyKey: 'idempotency-key',
  /**
   * Challenge in a 429 response. The request succeeds with a proof of work, or after the time in `retry-after` (rules/webchat/proof-of-work.ts).
   */
  challenge: 'x-challenge',
  /** Proof for a challenge, in the repeated request. */
  proof: 'x-proof',
  /**
   * 'false' if 'Manter conectado' is not checked. A header because the specified body of a sign-in has no field for it (LOGIN-16). Ours.
   */
  keepSignedIn: 'x-keep-signed-in',
} as const

/** Replaces the `:name` parameters of a call's path with URL-encoded values. @throws Error if a value is missing */
export const buildPath = (path: string, params: Record<string, string>): string =>
  path.replace(/:([a-zA-Z]+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`The path ${path} lacks ${name}`)
    return encodeURIComponent(value)
  })
