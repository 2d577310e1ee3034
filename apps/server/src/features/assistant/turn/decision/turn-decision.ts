import { parseGuardMemory } from '../../../../platform/leads/guard-memory.ts'
import { createDialogueMemory } from '../../dialogue/dialogue-memory.ts'
import { createGuardLog } from '../../guard/guard-log.ts'
import type { TurnDraft, TurnMeta } from '../../turn-input.ts'
import { type ConversationMemory, conversationMemory } from '../memory-format.ts'

/** Result of a turn: replies, notes and the new memory of the conversation. */
export interface TurnDecision extends TurnDraft {
  /** Set if the lead opts out of messages, with the lead's words; null if the lead wants messages again. */
  readonly optOut?: { readonly words: string } | null | undefined
  readonly memory: ConversationMemory
}

/** A decision with its metadata. */
export interface DecisionWithMeta {
  readonly decision: TurnDecision
  readonly meta: TurnMeta
  /** Error because of which there is no answer, for the log. */
  readonly failure?: Error
}

/**
 * Parses the stored memory of a conversation. If it does not parse, returns an empty memory that keeps only the guard's part, so that a
 * reported danger stays in force.
 */
export const parseMemory = (stored: unknown): ConversationMemory => {
  const parsed = conversationMemory.safeParse(stored)
  if (parsed.success) return parsed.data
  return {
    format: 3,
    guard: parseGuardMemory(stored),
    log: createGuardLog(),
    dialogue: createDialogueMemory(),
    parts: 0,
    unsent: [],
  }
}
