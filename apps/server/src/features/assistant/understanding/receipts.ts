import { fold } from './fold.ts'
import PATTERNS from './patterns/receipts.json' with { type: 'json' }
import { patternsOf } from './patterns.ts'

const SAID = patternsOf(PATTERNS)

/** Of a paper the beginning says what it is; what comes later may speak of any. */
const BEGINNING = 600

/** True of words that go with a receipt: they name one, or say that something was paid. */
export const speaksOfPaying = (words: string): boolean => {
  const folded = fold(words)
  return SAID.receipt.test(folded) || SAID.paid.test(folded)
}

/** True of a sentence about a payment that asks or complains too. */
export const saysMore = (words: string): boolean => words.includes('?') || SAID.complains.test(fold(words))

/** True of a file that is one, by what it is called and what it says or shows. */
export const isReceipt = (about: string): boolean => {
  const folded = fold(about.slice(0, BEGINNING).replaceAll(/[_.-]+/g, ' '))
  return SAID.receipt.test(folded) || SAID.paper.test(folded)
}
