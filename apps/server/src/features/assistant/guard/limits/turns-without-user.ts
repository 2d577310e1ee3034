import type { RecentMessage } from './loop-detector.ts'

/** Message to the lead, sent once, when the agent has reached its limit of answers without a user of the team. */
export const TURN_LIMIT_MESSAGE = 'Vou chamar uma pessoa da equipe pra continuar com você.'

const DAY_MS = 86_400_000

/**
 * Counts the agent's turns (answers) in the last 24 hours since a user of the team wrote, or since this limit last paused the agent
 * (`turns_without_person`, section 2 of the agents' specification). `passed`: messages, oldest first.
 */
export function countTurnsWithoutUser(passed: readonly Omit<RecentMessage, 'type' | 'isNew'>[], now: Date): number {
  let turns = 0
  for (const { from, content, at, isTurn } of passed.toReversed()) {
    if (now.getTime() - at.getTime() > DAY_MS || from === 'person' || (from === 'agent' && content === TURN_LIMIT_MESSAGE)) break
    if (isTurn) turns += 1
  }
  return turns
}
