import PATTERNS from '../patterns/receipts.json' with { type: 'json' }
import { compilePatterns } from '../patterns.ts'
import { normalizeText } from '../text/normalize-text.ts'

const MATCHERS = compilePatterns(PATTERNS)

/** Characters at the beginning of a document that are checked. Later text may only mention receipts. */
const MAX_CHECKED_CHARS = 600

/** Returns true if a text names a receipt or says that something was paid. */
export const mentionsPayment = (text: string): boolean => {
  const normalizedText = normalizeText(text)
  return MATCHERS.receipt.test(normalizedText) || MATCHERS.paid.test(normalizedText)
}

/** Returns true if a sentence also asks or complains. */
export const hasQuestionOrComplaint = (text: string): boolean =>
  text.includes('?') || MATCHERS.complains.test(normalizeText(text))

/** Returns true if a file is a payment receipt, judged by name and content. */
export const isPaymentReceipt = (fileText: string): boolean => {
  const normalizedText = normalizeText(fileText.slice(0, MAX_CHECKED_CHARS).replaceAll(/[_.-]+/g, ' '))
  return MATCHERS.receipt.test(normalizedText) || MATCHERS.paper.test(normalizedText)
}
