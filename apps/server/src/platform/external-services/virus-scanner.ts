export type ScanVerdict = 'clean' | 'infected'

/** Text that users see for a file with a virus (1-whatsapp, section 5). */
export const INFECTED_FILE_MESSAGE = 'O antivírus recusou este arquivo.'

/** Client of a virus scanner. Null in `Deps` if none is configured; files are then not scanned. */
export interface VirusScanner {
  /** Scans a file's bytes. @throws if the scanner is not available or returned no verdict */
  scan(bytes: AsyncIterable<Uint8Array>): Promise<ScanVerdict>
}
