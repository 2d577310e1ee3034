import PATTERNS from '../patterns/refusal.json' with { type: 'json' }
import { compilePatterns, matchAffirmed } from '../patterns.ts'

const MATCHERS = compilePatterns(PATTERNS)
const REFUSAL_PATTERNS = [MATCHERS.noInterest, MATCHERS.elsewhere, MATCHERS.noDeal, MATCHERS.decidedNot, MATCHERS.dealNot]

/** Returns true if a sentence ends the lead's interest: not interested, no deal, bought elsewhere. */
export const detectRefusal = (normalizedText: string): boolean =>
  !normalizedText.endsWith('?') &&
  REFUSAL_PATTERNS.some((pattern) => pattern.test(normalizedText)) &&
  !MATCHERS.goesOn.test(normalizedText)

/** Returns true if the lead wants the deal: 'vou renovar', but not 'não vou renovar'. */
export const detectDealWish = (normalizedText: string): boolean => matchAffirmed(normalizedText, MATCHERS.deal) !== null

/** Returns true if a bare 'no' declines all contact, not only the agent's question: 'não, valeu', 'dispenso'. */
export const detectContactRefusal = (normalizedText: string): boolean => MATCHERS.wantsNothing.test(normalizedText)

/** Returns true if a sentence shows interest after a refusal. 'Mudei de ideia, não quero mais' does not. */
export const detectRenewedInterest = (normalizedText: string): boolean =>
  MATCHERS.returns.test(normalizedText) && !MATCHERS.returnsNot.test(normalizedText)
