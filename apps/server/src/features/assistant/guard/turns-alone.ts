import type { Passed } from './loop.ts'

/** Said once, when an agent has talked long enough without a person. */
export const CALLS_A_PERSON = 'Vou chamar uma pessoa da equipe pra continuar com você.'

const DAY_MS = 86_400_000

/**
 * Turns of the agent in the last 24 hours since a person of the team wrote, or lifted the pause that this rule brought (section 2 of the
 * agents' specification, `turns_without_person`). `passed` is oldest first. Pure.
 */
export function turnsAlone(passed: readonly Omit<Passed, 'type' | 'isNew'>[], now: Date): number {
  let turns = 0
  for (const { from, content, at, isTurn } of passed.toReversed()) {
    if (now.getTime() - at.getTime() > DAY_MS || from === 'person' || (from === 'agent' && content === CALLS_A_PERSON)) break
    if (isTurn) turns += 1
  }
  return turns
}
