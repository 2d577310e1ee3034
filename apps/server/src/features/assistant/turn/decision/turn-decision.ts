import { parseGuardMemory } from '../../../../platform/leads/guard-memory.ts'
import { createDialogueMemory } from '../../dialogue/dialogue-memory.ts'
import { createGuardLog } from '../../guard/guard-log.ts'
import type { TurnDraft, TurnMeta } from '../../turn-input.ts'
import { type ConversationMemory, conversationMemory } from '../memory-format.ts'

/** Result of a turn: replies, changes and the new memory of the conversation. */
export interface TurnDecision extends TurnDraft {
  /**
   * Change of the lead's opt-out from messages: the lead's words if they opt out, null if they want messages again, undefined if nothing
   * changes.
   */
  readonly optOut?: { readonly words: string } | null | undefined
  readonly memory: ConversationMemory
}

/** Decision of a turn with its metadata (engine and model usage). */
export interface DecisionWithMeta {
  readonly decision: TurnDecision
  readonly meta: TurnMeta
  /** Error that prevented an answer. It is only logged. */
  readonly failure?: Error
}

/**
 * Parses the stored memory of a conversation. If it is invalid, returns an empty memory that keeps only the safety guard's state, so that a
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
