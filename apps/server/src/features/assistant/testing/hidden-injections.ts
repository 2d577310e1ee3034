import { type Attempt, attemptsAt, type Targets } from './model-injections.ts'

/** Places of an injection outside the lead's messages: the text of a file, its description, a transcript. */
export const HIDDEN_IN = ['pdf', 'docx', 'description', 'transcript'] as const

export interface HiddenAttempt extends Omit<Attempt, 'where'> {
  where: (typeof HIDDEN_IN)[number]
}

/** Returns at least 150 hidden injections: each plain demand in two of the four places (SEE-03). */
export const hiddenAttemptsAt = (targets: Targets): HiddenAttempt[] =>
  attemptsAt(targets)
    .filter(({ where, text, demand }) => where === 'message' && text === demand)
    .flatMap(({ text, demand }, at) =>
      [at, at + 1 + (at % 3)].map((place) => ({ where: HIDDEN_IN[place % 4] ?? 'pdf', text, demand })),
    )
