import * as z from 'zod/mini'
import { id, timestamp } from '../../fields.ts'

/** A recorded cost in the export of a lead's data. In a separate file, so that the export does not load `cost.ts`. Prosa extension. */
export const costRow = z.object({
  kind: z.string(),
  /** Id of the message, call or other cause of the cost. Unique within `kind`. */
  ref: z.string(),
  /** Cost in millionths of a Brazilian real. Null if the price is unknown. */
  micro_brl: z.nullable(z.int()),
  state: z.enum(['estimated', 'final']),
  lead_id: z.nullable(id),
  conversation_id: z.nullable(id),
  agent_id: z.nullable(id),
  /** Version of the agent's settings. Null if no agent caused the cost, or the cost is older than versions. */
  version: z.nullable(z.int()),
  number_id: z.nullable(id),
  at: timestamp,
})
export type CostRow = z.infer<typeof costRow>
