import PATTERNS from '../patterns/plans.json' with { type: 'json' }
import { compilePatternList, compilePatterns } from '../patterns.ts'

/**
 * Effect of a sentence on an existing appointment. 'cancel': cancels an appointment; 'cancelIt': means a cancellation only if an
 * appointment exists; 'reschedule': moves it; 'late': the lead will be late.
 */
export type AppointmentChange = 'cancel' | 'cancelIt' | 'reschedule' | 'late'

/** Parts that patterns may include as '<name>': words for appointments, days, and what may surround them. */
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

/** Returns the effects of a normalized sentence on an existing appointment. Parses it clause by clause. */
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
