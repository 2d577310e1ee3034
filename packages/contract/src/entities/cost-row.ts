import * as z from 'zod/mini'
import { id, timestamp } from '../fields.ts'

/** One thing that cost something, as a lead's export has it; apart from `cost.ts`, which whoever asks for an export need not load. Ours. */
export const costRow = z.object({
  kind: z.string(),
  /** Its cause; unique within the kind. */
  ref: z.string(),
  /** Null: nobody knows the price. */
  micro_brl: z.nullable(z.int()),
  state: z.enum(['estimated', 'final']),
  lead_id: z.nullable(id),
  conversation_id: z.nullable(id),
  agent_id: z.nullable(id),
  /** Of the agent's settings; null: before versions, or of none. */
  version: z.nullable(z.int()),
  number_id: z.nullable(id),
  at: timestamp,
})
export type CostRow = z.infer<typeof costRow>
