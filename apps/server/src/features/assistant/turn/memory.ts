import { guardOf } from '../../../kernel/guard-memory.ts'
import type { Draft, TurnMeta } from '../decision.ts'
import { emptyDialogue } from '../dialogue/memory.ts'
import { emptyLog } from '../guard/log.ts'
import { readFormat1 } from './format-1.ts'
import { readFormat2 } from './format-2.ts'
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

/** The kept memory, of whatever format. What does not parse starts afresh, but for the guard: no danger ends because a format changed. */
export const readMemory = (kept: unknown, now: Date): Memory => {
  const whole = memory.safeParse(kept)
  if (whole.success) return whole.data
  const guard = guardOf(kept, now)
  const older = readFormat2(kept) ?? readFormat1(kept, guard)
  return older ?? { format: 3, guard, log: emptyLog(), dialogue: emptyDialogue(), parts: 0, unsent: [] }
}
