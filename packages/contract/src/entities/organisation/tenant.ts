import * as z from 'zod/mini'
import { id, timestamp } from '../../fields.ts'

/** Section 3, Tenant. */
export const tenant = z.object({
  id,
  name: z.string(),
  domain: z.string(),
  active: z.boolean(),
  created_at: timestamp,
  /** Counters. The Prosa server returns users, agents, leads and conversations. */
  summary: z.optional(z.record(z.string(), z.number())),
  platform: z.optional(z.boolean()),
  /** Storage quota in MB; null for the installation's default. Prosa extension. */
  storage_mb: z.nullish(z.number()),
})
export type Tenant = z.infer<typeof tenant>
