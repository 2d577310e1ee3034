import { fold } from './fold.ts'
import PATTERNS from './patterns/receipts.json' with { type: 'json' }
import { patternsOf } from './patterns.ts'

const SAID = patternsOf(PATTERNS)

/** Number of characters from the beginning of a document that are checked. Later text may mention receipts without being one. */
const BEGINNING = 600

/** Returns true if a text names a receipt or says that something was paid. */
export const speaksOfPaying = (words: string): boolean => {
  const folded = fold(words)
  return SAID.receipt.test(folded) || SAID.paid.test(folded)
}

/** Returns true if a sentence about a payment also asks or complains. */
export const saysMore = (words: string): boolean => words.includes('?') || SAID.complains.test(fold(words))

/** Returns true if a file is a receipt, by its name and content. */
export const isReceipt = (about: string): boolean => {
  const folded = fold(about.slice(0, BEGINNING).replaceAll(/[_.-]+/g, ' '))
  return SAID.receipt.test(folded) || SAID.paper.test(folded)
}
