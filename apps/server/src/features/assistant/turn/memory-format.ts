import * as z from 'zod/mini'
import { guardMemory } from '../../../platform/leads/guard-memory.ts'
import { storedBasis } from '../../knowledge/ports.ts'
import { dialogueMemory } from '../dialogue/dialogue-memory.ts'
import { guardLog } from '../guard/guard-log.ts'

/** Memory of a conversation between turns, stored as JSON. Only the assistant feature parses it completely. */
export const conversationMemory = z.object({
  format: z.literal(3),
  /** Shared by all agents and reply engines. */
  guard: guardMemory,
  log: guardLog,
  dialogue: dialogueMemory,
  /** Messages with data from a voice message that the agent repeated. They are used once the lead confirms the data. */
  spoken: z.optional(z.array(z.string())),
  /** Number of replies in the last decision. */
  parts: z.int(),
  /** Replies that are not sent yet. */
  unsent: z.array(z.string()),
  basis: z.optional(z.readonly(z.array(storedBasis))),
})
export type ConversationMemory = z.infer<typeof conversationMemory>
