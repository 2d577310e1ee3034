/** Names of headers that both halves use. */
export const HEADERS = {
  /** Request time, ISO 8601 UTC with milliseconds (gap G43). */
  requestTime: 'x-request-time',
  /** The browser's IANA time zone. */
  timezone: 'x-timezone',
  /** The client id of a message: same key, same message (MSG-12). */
  idempotencyKey: 'idempotency-key',
  /** Comes with a 429 that a proof of work, or the wait of `retry-after`, answers (rules/proof-of-work.ts). */
  challenge: 'x-challenge',
  /** Carries the answer to a challenge. */
  proof: 'x-proof',
  /** 'false' where 'Manter conectado' is not checked: the body of a sign-in has no field for it (LOGIN-16). Ours. */
  keepSignedIn: 'x-keep-signed-in',
} as const

/** Fills `:name` places of a call's path with encoded values. */
export const fillPath = (path: string, params: Record<string, string>): string =>
  path.replace(/:([a-zA-Z]+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`The path ${path} lacks ${name}`)
    return encodeURIComponent(value)
  })
