/** A text with the first word keeps its reader busy for so long; one with the second makes it throw. */
export const BUSY_WORD = 'emperra'
export const THROWING_WORD = 'arrebenta'
export const BUSY_MS = 20_000
/** What is told each time that one of them is read, before the word and the number behind it. */
export const POISON_READ_LOG = 'poison was read:'
