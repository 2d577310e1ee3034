/** What a scanner for viruses says of some bytes. */
export type Verdict = 'clean' | 'infected'

/** Said of what it refuses (1-whatsapp, section 5). */
export const INFECTED = 'O antivírus recusou este arquivo.'

/** A scanner beside the server. Absent when none is configured: then nothing is held back. */
export interface Scanner {
  /** Reads all of the bytes. @throws when it gives no verdict: it is down, or could not look */
  scan(bytes: AsyncIterable<Uint8Array>): Promise<Verdict>
}
