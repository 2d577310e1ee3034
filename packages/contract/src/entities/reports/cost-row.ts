import * as z from 'zod/mini'
import { id, timestamp } from '../../fields.ts'

/** A recorded cost, as in a lead's export. In its own file, so that the export does not load `cost.ts`. Prosa extension. */
export const costRow = z.object({
  kind: z.string(),
  /** Identifies its cause; unique within the kind. */
  ref: z.string(),
  /** Null if the price is unknown. */
  micro_brl: z.nullable(z.int()),
  state: z.enum(['estimated', 'final']),
  lead_id: z.nullable(id),
  conversation_id: z.nullable(id),
  agent_id: z.nullable(id),
  /** Version of the agent's settings; null if there is none, or the cost is older than versions. */
  version: z.nullable(z.int()),
  number_id: z.nullable(id),
  at: timestamp,
})
export type CostRow = z.infer<typeof costRow>
