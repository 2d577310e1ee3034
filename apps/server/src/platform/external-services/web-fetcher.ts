export interface FetchedResource {
  /** Final URL after redirects. */
  readonly url: string
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Media type without parameters; null if unknown. */
  readonly mimeType: string | null
  /** Character set; null if unknown. */
  readonly charset: string | null
}

/** Reasons for a failed download. `not-public`: the address belongs to this machine or a private network. */
export type FetchFailure = 'not-public' | 'too-large' | 'too-slow' | 'too-many-redirects' | 'unreachable' | 'refused'

export interface FetchLimits {
  readonly maxBytes: number
  /** Timeout in milliseconds for the whole download, including redirects. */
  readonly timeoutMs: number
}

/** Downloads resources from URLs that users enter (2-agents.md, section 5). */
export interface WebFetcher {
  /**
   * Downloads a public http or https URL on a standard port, with at most three redirects. Checks each IP address when connecting, so that
   * internal addresses cannot be reached. If the download fails, returns the reason instead of throwing.
   */
  fetch(url: string, limits: FetchLimits): Promise<FetchedResource | { readonly failed: FetchFailure; readonly status?: number }>
}
