/** A downloaded resource. */
export interface FetchedResource {
  /** Final URL after redirects. */
  readonly url: string
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Media type without parameters; null if the server does not send one. */
  readonly mimeType: string | null
  /** Character set that the server sends; null if none. */
  readonly charset: string | null
}

/** Reasons for a failed download. `not-public`: the address belongs to this machine or a private network. */
export type FetchFailure = 'not-public' | 'too-large' | 'too-slow' | 'too-many-redirects' | 'unreachable' | 'refused'

/** Limits of one download. */
export interface FetchLimits {
  readonly maxBytes: number
  /** Timeout for the whole download, including redirects. */
  readonly timeoutMs: number
}

/** Downloads from URLs that users enter (2-agents.md, section 5). */
export interface WebFetcher {
  /**
   * Downloads a public http or https URL: standard ports only, no credentials in the URL, at most three redirects. Each IP address is
   * checked when the connection is made. Returns the reason if it fails.
   */
  fetch(url: string, limits: FetchLimits): Promise<FetchedResource | { readonly failed: FetchFailure; readonly status?: number }>
}
