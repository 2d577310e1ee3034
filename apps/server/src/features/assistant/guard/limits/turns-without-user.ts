import type { RecentMessage } from './loop-detector.ts'

/** Message that is sent once when an agent has reached its limit of turns without a user. */
export const TURN_LIMIT_MESSAGE = 'Vou chamar uma pessoa da equipe pra continuar com você.'

const DAY_MS = 86_400_000

/**
 * Counts the agent's turns in the last 24 hours since a user wrote or resumed the agent after this rule's pause (`turns_without_person`,
 * section 2 of the agents' specification). `passed` is oldest first. A pure function.
 */
export function countTurnsWithoutUser(passed: readonly Omit<RecentMessage, 'type' | 'isNew'>[], now: Date): number {
  let turns = 0
  for (const { from, content, at, isTurn } of passed.toReversed()) {
    if (now.getTime() - at.getTime() > DAY_MS || from === 'person' || (from === 'agent' && content === TURN_LIMIT_MESSAGE)) break
    if (isTurn) turns += 1
  }
  return turns
}
