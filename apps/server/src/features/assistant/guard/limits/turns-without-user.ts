import type { RecentMessage } from './loop-detector.ts'

/** Message to the lead, sent once, when the agent has reached its limit of answers without a user of the team. */
export const TURN_LIMIT_MESSAGE = 'Vou chamar uma pessoa da equipe pra continuar com você.'

const DAY_MS = 86_400_000

/**
 * Counts the agent's turns (answers) in the last 24 hours since a user of the team wrote, or since this limit last paused the agent
 * (`turns_without_person`, section 2 of the agents' specification). `passed`: messages, oldest first.
 */
export function countTurnsWithoutUser(messages: readonly Omit<RecentMessage, 'type' | 'isUnanswered'>[], now: Date): number {
  let turns = 0
  for (const { sender, content, at, startsTurn } of messages.toReversed()) {
    if (now.getTime() - at.getTime() > DAY_MS || sender === 'person' || (sender === 'agent' && content === TURN_LIMIT_MESSAGE))
      break
    if (startsTurn) turns += 1
  }
  return turns
}
