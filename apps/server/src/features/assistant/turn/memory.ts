import { guardOf } from '../../../kernel/guard-memory.ts'
import type { Draft, TurnMeta } from '../decision.ts'
import { emptyDialogue } from '../dialogue/memory.ts'
import { emptyLog } from '../guard/log.ts'
import { type Memory, memory } from './memory-format.ts'

/** What a turn says and notes, and what is remembered of it. */
export interface TurnDecision extends Draft {
  /** The lead asks not to be written to, in these words; null: it asks for messages again. */
  readonly optOut?: { readonly words: string } | null | undefined
  readonly memory: Memory
}

/** A turn that is decided. */
export interface Decided {
  readonly decision: TurnDecision
  readonly meta: TurnMeta
  /** Why there is no answer, for the log. */
  readonly failure?: Error
}

/**
 * Parses the stored memory of a conversation. Returns an empty memory if it does not parse, but keeps the guard's part,
 * so that a danger that was reported stays in force.
 */
export const readMemory = (stored: unknown, now: Date): Memory => {
  const parsed = memory.safeParse(stored)
  if (parsed.success) return parsed.data
  return { format: 3, guard: guardOf(stored, now), log: emptyLog(), dialogue: emptyDialogue(), parts: 0, unsent: [] }
}
