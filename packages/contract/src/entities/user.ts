import * as z from 'zod/mini'
import { id, timestamp } from '../fields.ts'

/** The tenant as it travels inside its user. */
const userTenant = z.object({
  id,
  name: z.string(),
  domain: z.string(),
  active: z.boolean(),
  /** Ours: staff of the platform's tenant manage every tenant. */
  platform: z.optional(z.boolean()),
})

/** Section 3, User. */
export const user = z.object({
  id,
  phone: z.string(),
  name: z.string(),
  email: z.nullish(z.string()),
  tenant: userTenant,
  permissions: z.nullish(z.array(z.string())),
  role: z.string(),
  isActive: z.boolean(),
  /** Ours: what the provider offers beyond docs/items.md (`capabilities.ts`); one that offers nothing leaves it out. */
  capabilities: z.optional(z.array(z.string())),
  /** Ours: what the person has to read about their own account: `reset_link`, that a manager made a link to a new password (3-team §3, TRUST-07); `refused_step`, that somebody had the password and failed at the second step, `by` saying on which device, from which address. */
  notices: z.optional(z.array(z.object({ kind: z.string(), by: z.string(), at: timestamp }))),
  created_at: timestamp,
  updated_at: timestamp,
  /** Ours: the day from which this person must have a second step, and has none. */
  second_step_from: z.optional(z.string()),
})
export type User = z.infer<typeof user>
