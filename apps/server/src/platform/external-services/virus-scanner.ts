/** Result of a virus scan. */
export type ScanVerdict = 'clean' | 'infected'

/** Reason shown for a refused file (1-whatsapp, section 5). */
export const INFECTED_FILE_MESSAGE = 'O antivírus recusou este arquivo.'

/** A virus scanner; absent if none is configured, and then no file is refused. */
export interface VirusScanner {
  /** Scans all bytes. @throws if there is no result because the scanner is not available or failed */
  scan(bytes: AsyncIterable<Uint8Array>): Promise<ScanVerdict>
}
