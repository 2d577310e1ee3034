import * as z from 'zod/mini'
import { id, timestamp } from '../../fields.ts'
import { SECOND_STEPS } from '../../rules/accounts/second-step.ts'

/** A user of the organisation (3-team.md, section 2). Optional fields are returned only to managers and to the user themselves. */
export const person = z.object({
  id,
  name: z.string(),
  role: z.string(),
  /** False if the user is deactivated. Users are never deleted. */
  isActive: z.boolean(),
  /** 'online' if the user has the panel open, otherwise 'offline'. 'away' is not used yet. */
  presence: z.enum(['online', 'away', 'offline']),
  phone: z.optional(z.string()),
  email: z.nullish(z.string()),
  /** Time at which the user last had the panel open. Null if never. */
  last_seen_at: z.nullish(timestamp),
  second_step: z.optional(z.enum(SECOND_STEPS)),
  /** Time of the user's request for a password-reset link that could not be sent by e-mail. Null after one day. */
  reset_asked_at: z.nullish(timestamp),
  created_at: timestamp,
  updated_at: timestamp,
})
export type Person = z.infer<typeof person>
