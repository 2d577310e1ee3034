import * as z from 'zod/mini'
import { guardMemory } from '../../../kernel/guard-memory.ts'
import { keptBasis } from '../../knowledge/ports.ts'
import { dialogueMemory } from '../dialogue/memory.ts'
import { guardLog } from '../guard/log.ts'

/** What a conversation remembers between its turns, kept as JSON that no other feature reads. */
export const memory = z.object({
  format: z.literal(3),
  /** The conversation's, whichever agent or engine answers. */
  guard: guardMemory,
  log: guardLog,
  dialogue: dialogueMemory,
  /** Messages of the lead, some of them said, of which data were said back: they wait for a yes. */
  spoken: z.optional(z.array(z.string())),
  /** How many replies the last decision had, and those of them that were not written yet. */
  parts: z.int(),
  unsent: z.array(z.string()),
  basis: z.optional(z.readonly(z.array(keptBasis))),
})
export type Memory = z.infer<typeof memory>
