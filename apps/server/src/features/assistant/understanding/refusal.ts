import PATTERNS from './patterns/refusal.json' with { type: 'json' }
import { affirmed, patternsOf } from './patterns.ts'

const SAID = patternsOf(PATTERNS)
const REFUSES = [SAID.noInterest, SAID.elsewhere, SAID.noDeal, SAID.decidedNot, SAID.dealNot]

/** Whether a line says that the matter is over: no interest, no deal, another was found. */
export const refusalIn = (folded: string): boolean =>
  !folded.endsWith('?') && REFUSES.some((pattern) => pattern.test(folded)) && !SAID.goesOn.test(folded)

/** Whether a line says of a deal that it is wanted: 'vou renovar', not 'não vou renovar'. */
export const wantsDealIn = (folded: string): boolean => affirmed(folded, SAID.deal) !== null

/** Whether a line that is nothing but a no ends the matter and not only the question: 'não, valeu', 'dispenso'. */
export const wantsNothingIn = (folded: string): boolean => SAID.wantsNothing.test(folded)

/** Whether a line wants the matter again after a refusal; 'mudei de ideia, não quero mais' is another refusal. */
export const returnsIn = (folded: string): boolean => SAID.returns.test(folded) && !SAID.returnsNot.test(folded)
