import * as z from 'zod/mini'
import { id, timestamp } from '../fields.ts'
import { SECOND_STEPS } from '../rules/second-step.ts'

/**
 * Somebody who works in the organisation, as others see them (3-team.md, section 2). Name, role and presence are for everybody; what is
 * optional here is for managers and for oneself.
 */
export const person = z.object({
  id,
  name: z.string(),
  role: z.string(),
  /** False: switched off. Nobody is ever deleted. */
  isActive: z.boolean(),
  /** 'online': has the panel open now; 'offline': has not. 'away' is not told yet. */
  presence: z.enum(['online', 'away', 'offline']),
  phone: z.optional(z.string()),
  email: z.nullish(z.string()),
  /** Null: has not opened the panel yet. */
  last_seen_at: z.nullish(timestamp),
  second_step: z.optional(z.enum(SECOND_STEPS)),
  /** Asked within the last day for a link to a new password that no mail could bring. */
  reset_asked_at: z.nullish(timestamp),
  created_at: timestamp,
  updated_at: timestamp,
})
export type Person = z.infer<typeof person>
