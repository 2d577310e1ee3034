import PATTERNS from '../patterns/plans.json' with { type: 'json' }
import { compilePatternList, compilePatterns } from '../patterns.ts'

/**
 * Effect of a sentence on an appointment. 'cancelIt': cancels only if an appointment exists; 'cancel': cancels in any case; 'late': the
 * lead will be late.
 */
export type AppointmentChange = 'cancel' | 'cancelIt' | 'reschedule' | 'late'

/** Parts that patterns include as '<name>': words for appointments, days, and their surroundings. */
export const APPOINTMENT_PATTERN_PARTS = PATTERNS.parts
const MATCHERS = compilePatterns(PATTERNS.said)
const compileList = (patterns: readonly string[]): readonly RegExp[] => compilePatternList(patterns, APPOINTMENT_PATTERN_PARTS)
const [CANCEL_PATTERNS, CANCEL_IF_APPOINTMENT_PATTERNS] = [
  compileList(PATTERNS.cancels),
  compileList(PATTERNS.cancelsWhateverStands),
]
const [RESCHEDULE_PATTERNS, UNCONDITIONAL_RESCHEDULE_PATTERNS] = [
  compileList(PATTERNS.moves),
  compileList(PATTERNS.movesHoweverSaid),
]
const LATE_PATTERNS = compileList(PATTERNS.runsLate)

/** Returns true if a clause matches without negation or condition. */
const matchesAffirmed = (clause: string, pattern: RegExp): boolean => {
  const match = pattern.exec(clause)
  if (!match) return false
  const [before, after] = [clause.slice(0, match.index), clause.slice(match.index + match[0].length)]
  return !(MATCHERS.deniedBefore.test(before) || MATCHERS.deniedAfter.test(after) || MATCHERS.condition.test(before))
}

/** Returns the effects of a sentence on an appointment, clause by clause. */
export const detectAppointmentChanges = (normalizedText: string): AppointmentChange[] => {
  const clauses = normalizedText.split(MATCHERS.clauseEnd).map((clause) => clause.trim())
  const matchesAny = (patterns: readonly RegExp[]) =>
    clauses.some((clause) => patterns.some((pattern) => matchesAffirmed(clause, pattern)))
  const changes: Array<[AppointmentChange, boolean]> = [
    ['cancel', matchesAny(CANCEL_PATTERNS)],
    ['cancelIt', matchesAny(CANCEL_IF_APPOINTMENT_PATTERNS)],
    ['late', matchesAny(LATE_PATTERNS)],
    [
      'reschedule',
      matchesAny(RESCHEDULE_PATTERNS) || UNCONDITIONAL_RESCHEDULE_PATTERNS.some((pattern) => pattern.test(normalizedText)),
    ],
  ]
  return changes.filter(([, isPresent]) => isPresent).map(([change]) => change)
}
