import { parseGuardMemory } from '../../../../platform/leads/guard-memory.ts'
import { createDialogueMemory } from '../../dialogue/dialogue-memory.ts'
import { createGuardLog } from '../../guard/guard-log.ts'
import type { TurnDraft, TurnMeta } from '../../turn-input.ts'
import { type ConversationMemory, conversationMemory } from '../memory-format.ts'

/** Result of a turn, with the conversation's new memory. */
export interface TurnDecision extends TurnDraft {
  /** Change of the opt-out: the lead's words for a new one, null if they want messages again, undefined if nothing changes. */
  readonly optOut?: { readonly words: string } | null | undefined
  readonly memory: ConversationMemory
}

export interface DecisionWithMeta {
  readonly decision: TurnDecision
  readonly meta: TurnMeta
  /** Error that prevented an answer, for the log. */
  readonly failure?: Error
}

/** Parses the stored memory. Invalid memory becomes empty, but keeps the safety guard's state, so that a danger stays in force. */
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
