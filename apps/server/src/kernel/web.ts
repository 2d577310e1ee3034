/** What was found at an address. */
export interface Fetched {
  /** Where it was found at last. */
  readonly url: string
  readonly bytes: Uint8Array<ArrayBuffer>
  /** As its server says it, without what follows it; null: it does not say. */
  readonly mimeType: string | null
  /** How it says that its characters are written. */
  readonly charset: string | null
}

/** Why there is nothing of an address. `not-public`: what lies there is nobody's but ours, or a machine's own. */
export type NotFetched = 'not-public' | 'too-large' | 'too-slow' | 'too-many-redirects' | 'unreachable' | 'refused'

/** What an address may cost. */
export interface WebLimits {
  readonly maxBytes: number
  /** For all of it, redirects too. */
  readonly timeoutMs: number
}

/** Addresses that people give us (2-agents.md, section 5). */
export interface Web {
  /**
   * Fetches what lies at a public address: by http or https, on their own ports, without a user, after three redirects at most; every
   * address on the way is looked at as it is connected to.
   */
  fetch(url: string, limits: WebLimits): Promise<Fetched | { readonly failed: NotFetched; readonly status?: number }>
}
