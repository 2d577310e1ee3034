import * as z from 'zod/mini'
import { guardMemory } from '../../../platform/leads/guard-memory.ts'
import { storedBasis } from '../../knowledge/ports.ts'
import { dialogueMemory } from '../dialogue/dialogue-memory.ts'
import { guardLog } from '../guard/guard-log.ts'

/** Memory of a conversation between turns, stored as JSON. Only the assistant feature parses all of it. */
export const conversationMemory = z.object({
  format: z.literal(3),
  /** State of the safety guard, shared by all agents and reply engines. */
  guard: guardMemory,
  log: guardLog,
  dialogue: dialogueMemory,
  /** Texts of the lead's messages with spoken data that the agent repeated. The data is used once the lead confirms it. */
  spoken: z.optional(z.array(z.string())),
  /** Number of replies of the last decision (`parts`), and the replies that are not sent yet (`unsent`). */
  parts: z.int(),
  unsent: z.array(z.string()),
  basis: z.optional(z.readonly(z.array(storedBasis))),
})
export type ConversationMemory = z.infer<typeof conversationMemory>
