import { type Attempt, attemptsAt, type Targets } from './model-injections.ts'

/** Where a demand is hidden that the lead does not write: in what a file says, in what one is said to be about, in what is heard. */
export const HIDDEN_IN = ['pdf', 'docx', 'description', 'transcript'] as const

export interface HiddenAttempt extends Omit<Attempt, 'where'> {
  where: (typeof HIDDEN_IN)[number]
}

/** At least 150 attempts that are hidden: each plain demand in two of the four places (SEE-03). */
export const hiddenAttemptsAt = (targets: Targets): HiddenAttempt[] =>
  attemptsAt(targets)
    .filter(({ where, text, demand }) => where === 'message' && text === demand)
    .flatMap(({ text, demand }, at) =>
      [at, at + 1 + (at % 3)].map((place) => ({ where: HIDDEN_IN[place % 4] ?? 'pdf', text, demand })),
    )
