import * as z from 'zod/mini'
import { id, timestamp } from '../../fields.ts'

const userTenant = z.object({
  id,
  name: z.string(),
  domain: z.string(),
  active: z.boolean(),
  /** Whether this is the platform's own organisation, whose staff manages all organisations. Prosa extension. */
  platform: z.optional(z.boolean()),
})

/** A signed-in user of an organisation (section 3). */
export const user = z.object({
  id,
  phone: z.string(),
  name: z.string(),
  email: z.nullish(z.string()),
  tenant: userTenant,
  permissions: z.nullish(z.array(z.string())),
  role: z.string(),
  isActive: z.boolean(),
  /** Optional features of the server (`capabilities.ts`). Absent if it offers none. Prosa extension. */
  capabilities: z.optional(z.array(z.string())),
  /**
   * Security notices about the user's account (3-team §3, TRUST-07). `reset_link`: the manager named in `by` created a password-reset link.
   * `refused_step`: a sign-in with the right password failed at the second factor; `by` names device and IP address. Prosa extension.
   */
  notices: z.optional(z.array(z.object({ kind: z.string(), by: z.string(), at: timestamp }))),
  created_at: timestamp,
  updated_at: timestamp,
  /** Day from which the user must use a second factor. Set only if the user has not set up one. Prosa extension. */
  second_step_from: z.optional(z.string()),
})
export type User = z.infer<typeof user>
