import PATTERNS from '../patterns/plans.json' with { type: 'json' }
import { compilePatternList, compilePatterns } from '../patterns.ts'

/** Effect of a line on an existing appointment: cancelled, moved, or late. Parsed clause by clause. */
export type AppointmentChange = 'cancel' | 'cancelIt' | 'reschedule' | 'late'

/** Parts of patterns: words for appointments, days, and what may surround them. */
export const APPOINTMENT_PATTERN_PARTS = PATTERNS.parts
const MATCHERS = compilePatterns(PATTERNS.said)
const compileList = (patterns: readonly string[]): readonly RegExp[] => compilePatternList(patterns, APPOINTMENT_PATTERN_PARTS)
const [CANCELS, CANCELS_WHATEVER_STANDS] = [compileList(PATTERNS.cancels), compileList(PATTERNS.cancelsWhateverStands)]
const [MOVES, MOVES_HOWEVER_SAID] = [compileList(PATTERNS.moves), compileList(PATTERNS.movesHoweverSaid)]
const RUNS_LATE = compileList(PATTERNS.runsLate)

/** Returns true if a pattern matches a clause without negation or condition. */
const matchesAffirmed = (clause: string, pattern: RegExp): boolean => {
  const found = pattern.exec(clause)
  if (!found) return false
  const [before, after] = [clause.slice(0, found.index), clause.slice(found.index + found[0].length)]
  return !(MATCHERS.deniedBefore.test(before) || MATCHERS.deniedAfter.test(after) || MATCHERS.condition.test(before))
}

/** Returns the effects of a normalized line on an appointment. */
export const detectAppointmentChanges = (folded: string): AppointmentChange[] => {
  const clauses = folded.split(MATCHERS.clauseEnd).map((clause) => clause.trim())
  const means = (patterns: readonly RegExp[]) =>
    clauses.some((clause) => patterns.some((pattern) => matchesAffirmed(clause, pattern)))
  const found: Array<[AppointmentChange, boolean]> = [
    ['cancel', means(CANCELS)],
    ['cancelIt', means(CANCELS_WHATEVER_STANDS)],
    ['late', means(RUNS_LATE)],
    ['reschedule', means(MOVES) || MOVES_HOWEVER_SAID.some((pattern) => pattern.test(folded))],
  ]
  return found.filter(([, isSaid]) => isSaid).map(([plan]) => plan)
}
