import type { RecentMessage } from './loop-detector.ts'

/** Sent once to the lead when the agent reaches its limit of answers without a user of the team. */
export const TURN_LIMIT_MESSAGE = 'Vou chamar uma pessoa da equipe pra continuar com você.'

const DAY_MS = 86_400_000

/**
 * Counts agent answers of the last 24 hours, back to the last message of a user or the last pause by this limit (`turns_without_person`,
 * section 2). `messages`: oldest first.
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
