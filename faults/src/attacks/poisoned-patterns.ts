import { writeSync } from 'node:fs'
import { BUSY_MS, BUSY_WORD, POISON_READ_LOG, THROWING_WORD } from './poison-words.ts'

/**
 * Loaded into the server process, and so into its threads, before all other modules. Simulates faulty regular expressions: one word keeps
 * the thread of the pattern busy, another word makes the pattern throw. Each case is logged to standard error.
 */
// oxlint-disable-next-line typescript/unbound-method -- called below with the pattern that it is asked of
const originalTest = RegExp.prototype.test
/** Only patterns that read a lead's words have word boundaries; those for JSON, blanks or ids do not. */
const WORD_BOUNDARY_SOURCE = '\\b'

// oxlint-disable-next-line no-extend-native -- a pattern that goes wrong is what this stands for, whichever it is
RegExp.prototype.test = function poisoned(text: string): boolean {
  const word = typeof text === 'string' ? [BUSY_WORD, THROWING_WORD].find((one) => text.includes(one)) : undefined
  if (word === undefined || !this.source.includes(WORD_BOUNDARY_SOURCE)) return originalTest.call(this, text)
  // Written synchronously, because a busy thread does not pass messages to the main thread.
  writeSync(2, `${POISON_READ_LOG} ${/\w+ \d+/.exec(text)?.[0] ?? text}\n`)
  if (word === THROWING_WORD) throw new Error('A pattern that throws')
  for (const end = performance.now() + BUSY_MS; performance.now() < end; );
  return false
}
