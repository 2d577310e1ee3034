/** A text with BUSY_WORD keeps the reader thread busy for BUSY_MS; a text with THROWING_WORD makes the reader throw. */
export const BUSY_WORD = 'emperra'
export const THROWING_WORD = 'arrebenta'
export const BUSY_MS = 20_000
/** Beginning of the log line for each read of such a text; the word and its number follow. */
export const POISON_READ_LOG = 'poison was read:'
