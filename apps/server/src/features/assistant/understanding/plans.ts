import PATTERNS from './patterns/plans.json' with { type: 'json' }
import { patternList, patternsOf } from './patterns.ts'

/** Effect of a line on an existing appointment: cancelled, moved, or late. Parsed clause by clause. */
export type Plan = 'cancel' | 'cancelIt' | 'reschedule' | 'late'

/** Parts of patterns: words for appointments, days, and what may surround them. */
export const PLAN_PARTS = PATTERNS.parts
const SAID = patternsOf(PATTERNS.said)
const listed = (patterns: readonly string[]): readonly RegExp[] => patternList(patterns, PLAN_PARTS)
const [CANCELS, CANCELS_WHATEVER_STANDS] = [listed(PATTERNS.cancels), listed(PATTERNS.cancelsWhateverStands)]
const [MOVES, MOVES_HOWEVER_SAID] = [listed(PATTERNS.moves), listed(PATTERNS.movesHoweverSaid)]
const RUNS_LATE = listed(PATTERNS.runsLate)

/** Returns true if a pattern matches a clause without negation or condition. */
const isMeant = (clause: string, pattern: RegExp): boolean => {
  const found = pattern.exec(clause)
  if (!found) return false
  const [before, after] = [clause.slice(0, found.index), clause.slice(found.index + found[0].length)]
  return !(SAID.deniedBefore.test(before) || SAID.deniedAfter.test(after) || SAID.condition.test(before))
}

/** Returns the effects of a normalized line on an appointment. */
export const plansIn = (folded: string): Plan[] => {
  const clauses = folded.split(SAID.clauseEnd).map((clause) => clause.trim())
  const means = (patterns: readonly RegExp[]) => clauses.some((clause) => patterns.some((pattern) => isMeant(clause, pattern)))
  const found: Array<[Plan, boolean]> = [
    ['cancel', means(CANCELS)],
    ['cancelIt', means(CANCELS_WHATEVER_STANDS)],
    ['late', means(RUNS_LATE)],
    ['reschedule', means(MOVES) || MOVES_HOWEVER_SAID.some((pattern) => pattern.test(folded))],
  ]
  return found.filter(([, isSaid]) => isSaid).map(([plan]) => plan)
}
