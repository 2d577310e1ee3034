import * as z from 'zod/mini'
import { id, timestamp } from '../fields.ts'

/** Section 3, Tenant. */
export const tenant = z.object({
  id,
  name: z.string(),
  domain: z.string(),
  active: z.boolean(),
  created_at: timestamp,
  /** Numeric counters (users, agents, leads, conversations at ours). */
  summary: z.optional(z.record(z.string(), z.number())),
  platform: z.optional(z.boolean()),
  /** Room for its files in MB; null: as much as the installation gives everybody. Ours. */
  storage_mb: z.nullish(z.number()),
})
export type Tenant = z.infer<typeof tenant>
