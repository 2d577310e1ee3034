/** Result of a virus scan. */
export type Verdict = 'clean' | 'infected'

/** Reason shown for a refused file (1-whatsapp, section 5). */
export const INFECTED = 'O antivírus recusou este arquivo.'

/** A virus scanner; absent if none is configured, and then no file is refused. */
export interface Scanner {
  /** Scans all bytes. @throws if there is no result because the scanner is not available or failed */
  scan(bytes: AsyncIterable<Uint8Array>): Promise<Verdict>
}
