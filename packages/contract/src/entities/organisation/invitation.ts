import * as z from 'zod/mini'
import { id, timestamp } from '../../fields.ts'

/**
 * An invitation of a user to an organisation (section 3). `user.id` is a Prosa extension: it is needed to resend the invitation (gap G13).
 */
export const invitation = z.object({
  id,
  expiresAt: timestamp,
  user: z.object({ id: z.optional(id), email: z.string(), name: z.nullish(z.string()), role: z.string() }),
  created_at: timestamp,
  status: z.string(),
  tenant: z.object({ id, domain: z.string(), name: z.optional(z.string()) }),
})
export type Invitation = z.infer<typeof invitation>
