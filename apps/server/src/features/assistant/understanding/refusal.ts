import PATTERNS from './patterns/refusal.json' with { type: 'json' }
import { affirmed, patternsOf } from './patterns.ts'

const SAID = patternsOf(PATTERNS)
const REFUSES = [SAID.noInterest, SAID.elsewhere, SAID.noDeal, SAID.decidedNot, SAID.dealNot]

/** Returns true if a line ends the lead's interest: not interested, no deal, bought elsewhere. */
export const refusalIn = (folded: string): boolean =>
  !folded.endsWith('?') && REFUSES.some((pattern) => pattern.test(folded)) && !SAID.goesOn.test(folded)

/** Returns true if a line affirms that the lead wants the deal: 'vou renovar', but not 'não vou renovar'. */
export const wantsDealIn = (folded: string): boolean => affirmed(folded, SAID.deal) !== null

/** Returns true if a bare 'no' declines any further contact and not only the question: 'não, valeu', 'dispenso'. */
export const wantsNothingIn = (folded: string): boolean => SAID.wantsNothing.test(folded)

/** Returns true if a line shows interest again after a refusal. Returns false for 'mudei de ideia, não quero mais'. */
export const returnsIn = (folded: string): boolean => SAID.returns.test(folded) && !SAID.returnsNot.test(folded)
