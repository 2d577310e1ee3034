import * as z from 'zod/mini'
import { id, timestamp } from '../fields.ts'

/** Section 3, Lead. What follows `company` is ours. */
export const lead = z.object({
  _id: id,
  created_at: timestamp,
  origin: z.nullish(z.string()),
  /** True: the agent is paused for this lead. */
  pause: z.nullish(z.boolean()),
  archive: z.nullish(z.boolean()),
  agent_id: z.nullish(id),
  name: z.nullish(z.string()),
  company: z.nullish(z.string()),
  phone: z.nullish(z.string()),
  email: z.nullish(z.string()),
  updated_at: z.nullish(timestamp),
  /** Who holds the conversation while the agent is paused, why, and until when. */
  pause_holder: z.nullish(z.object({ id, name: z.string() })),
  pause_reason: z.nullish(z.string()),
  paused_at: z.nullish(timestamp),
  pause_until: z.nullish(timestamp),
})
export type Lead = z.infer<typeof lead>
