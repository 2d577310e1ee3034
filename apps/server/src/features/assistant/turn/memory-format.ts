import * as z from 'zod/mini'
import { guardMemory } from '../../../platform/leads/guard-memory.ts'
import { storedBasis } from '../../knowledge/ports.ts'
import { dialogueMemory } from '../dialogue/dialogue-memory.ts'
import { guardLog } from '../guard/guard-log.ts'

/** Memory of a conversation between turns, stored as JSON. No other feature reads it. */
export const conversationMemory = z.object({
  format: z.literal(3),
  /** State of the conversation, shared by all agents and engines. */
  guard: guardMemory,
  log: guardLog,
  dialogue: dialogueMemory,
  /** Messages whose data the agent repeated for confirmation and that wait for the lead's yes. */
  spoken: z.optional(z.array(z.string())),
  /** Number of replies of the last decision, and those that are not sent yet. */
  parts: z.int(),
  unsent: z.array(z.string()),
  basis: z.optional(z.readonly(z.array(storedBasis))),
})
export type ConversationMemory = z.infer<typeof conversationMemory>
