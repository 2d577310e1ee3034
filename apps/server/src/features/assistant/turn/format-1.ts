import * as z from 'zod/mini'
import type { GuardMemory } from '../../../kernel/guard-memory.ts'
import GUARD_PHRASES from '../guard/phrases.json' with { type: 'json' }
import { dialogueInWords, withAppointment } from './format-2.ts'
import type { Memory } from './memory-format.ts'

/** As memory was kept before the guard had its own: one record of strings for everything. */
const format1 = z.extend(dialogueInWords, {
  version: z.literal(1),
  stopped: z.boolean(),
  parts: z.int(),
  unsent: z.array(z.string()),
})

/** Facts that are the guard's now. */
const OF_THE_GUARD = ['urgent', 'urgentAt', 'handedOver', 'mayStop', 'calmed', 'raised', 'raisedAt']

const without = <T>(record: Readonly<Record<string, T>>, keys: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)))

/** Memory of format 1 as one of today's; null where it is none. */
export const readFormat1 = (kept: unknown, guard: GuardMemory): Memory | null => {
  const parsed = format1.safeParse(kept)
  if (!parsed.success) return null
  const { version: _version, stopped: _stopped, parts, unsent, ...dialogue } = parsed.data
  const { facts, used } = dialogue
  const { raised, raisedAt } = facts
  const phrases = Object.keys(GUARD_PHRASES)
  return {
    format: 3,
    guard,
    log: {
      said: Object.fromEntries(Object.entries(used).filter(([key]) => phrases.includes(key))),
      strayed: [],
      raised: raised !== undefined && raisedAt !== undefined ? { reason: raised, at: raisedAt } : null,
      voices: used.voice ?? 0,
    },
    dialogue: withAppointment({
      ...dialogue,
      facts: without(facts, OF_THE_GUARD),
      used: without(used, [...phrases, 'voice', 'outside']),
    }),
    parts,
    unsent,
  }
}
