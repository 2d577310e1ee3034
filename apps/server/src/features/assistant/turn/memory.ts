import { guardOf } from '../../../kernel/guard-memory.ts'
import type { Draft, TurnMeta } from '../decision.ts'
import { emptyDialogue } from '../dialogue/memory.ts'
import { emptyLog } from '../guard/log.ts'
import { type Memory, memory } from './memory-format.ts'

/** Result of a turn: replies, notes and the new memory of the conversation. */
export interface TurnDecision extends Draft {
  /** Set if the lead opts out of messages, with the lead's words; null if the lead wants messages again. */
  readonly optOut?: { readonly words: string } | null | undefined
  readonly memory: Memory
}

/** A decision with its metadata. */
export interface Decided {
  readonly decision: TurnDecision
  readonly meta: TurnMeta
  /** Error because of which there is no answer, for the log. */
  readonly failure?: Error
}

/**
 * Parses the stored memory of a conversation. If it does not parse, returns an empty memory that keeps only the guard's part, so that a
 * reported danger stays in force.
 */
export const readMemory = (stored: unknown): Memory => {
  const parsed = memory.safeParse(stored)
  if (parsed.success) return parsed.data
  return { format: 3, guard: guardOf(stored), log: emptyLog(), dialogue: emptyDialogue(), parts: 0, unsent: [] }
}
