export const HTTP_HEADERS = {
  /** Time of the request by the client's clock, in ISO 8601 UTC with milliseconds (gap G43). */
  requestTime: 'x-request-time',
  /** IANA time zone of the browser, such as America/Sao_Paulo. */
  timezone: 'x-timezone',
  /** Idempotency key, chosen by the client. A repeated request with the same key takes effect only once (MSG-12). */
  idempotencyKey: 'idempotency-key',
  /**
   * Challenge in a 429 response. The server accepts the repeated request with a proof of work, or after the time in `retry-after`
   * (rules/webchat/proof-of-work.ts).
   */
  challenge: 'x-challenge',
  /** Proof of work in the repeated request. */
  proof: 'x-proof',
  /**
   * 'false' if the checkbox 'Manter conectado' is not checked. A header, because the specified sign-in body has no such field (LOGIN-16).
   * Prosa extension.
   */
  keepSignedIn: 'x-keep-signed-in',
} as const

/**
 * Returns the path of an API endpoint. Replaces `:name` parameters with URL-encoded values.
 * @throws Error if `params` lacks a parameter
 */
export const buildPath = (path: string, params: Record<string, string>): string =>
  path.replace(/:([a-zA-Z]+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`The path ${path} lacks ${name}`)
    return encodeURIComponent(value)
  })
