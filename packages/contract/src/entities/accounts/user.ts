import * as z from 'zod/mini'
import { id, timestamp } from '../../fields.ts'

/** Tenant as included in its user. */
const userTenant = z.object({
  id,
  name: z.string(),
  domain: z.string(),
  active: z.boolean(),
  /** Whether this is the platform's tenant, whose staff manages every tenant. Ours. */
  platform: z.optional(z.boolean()),
})

/** A user (section 3). */
export const user = z.object({
  id,
  phone: z.string(),
  name: z.string(),
  email: z.nullish(z.string()),
  tenant: userTenant,
  permissions: z.nullish(z.array(z.string())),
  role: z.string(),
  isActive: z.boolean(),
  /** Capabilities that the provider offers beyond docs/items.md (`capabilities.ts`). Absent if it offers none. Ours. */
  capabilities: z.optional(z.array(z.string())),
  /**
   * Security notices about the user's account (3-team §3, TRUST-07). `reset_link`: a manager, named in `by`, created a password reset link.
   * `refused_step`: a sign-in with the right password failed at the second step; `by` is its device and IP address. Ours.
   */
  notices: z.optional(z.array(z.object({ kind: z.string(), by: z.string(), at: timestamp }))),
  created_at: timestamp,
  updated_at: timestamp,
  /** Day from which this user, who has no second factor, must have one. Ours. */
  second_step_from: z.optional(z.string()),
})
export type User = z.infer<typeof user>
