import { createInjectionAttempts, type InjectionAttempt, type InjectionTargets } from './model-injections.ts'

/** Places of a hidden injection, all outside the lead's typed messages. */
export const HIDDEN_PLACES = ['pdf', 'docx', 'description', 'transcript'] as const

export interface HiddenInjection extends Omit<InjectionAttempt, 'where'> {
  where: (typeof HIDDEN_PLACES)[number]
}

/** Returns at least 150 hidden injections: each undisguised demand in two of the four places (SEE-03). */
export const createHiddenInjections = (targets: InjectionTargets): HiddenInjection[] =>
  createInjectionAttempts(targets)
    .filter(({ where, text, demand }) => where === 'message' && text === demand)
    .flatMap(({ text, demand }, at) =>
      [at, at + 1 + (at % 3)].map((place) => ({ where: HIDDEN_PLACES[place % 4] ?? 'pdf', text, demand })),
    )
