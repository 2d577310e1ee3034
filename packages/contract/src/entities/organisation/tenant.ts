import * as z from 'zod/mini'
import { id, timestamp } from '../../fields.ts'

/** An organisation that uses the platform (section 3). */
export const tenant = z.object({
  id,
  name: z.string(),
  domain: z.string(),
  active: z.boolean(),
  created_at: timestamp,
  /** Counts by name. The Prosa server returns the numbers of users, agents, leads and conversations. */
  summary: z.optional(z.record(z.string(), z.number())),
  platform: z.optional(z.boolean()),
  /** Storage quota for files in MB. Null for the installation's default. Prosa extension. */
  storage_mb: z.nullish(z.number()),
})
export type Tenant = z.infer<typeof tenant>
