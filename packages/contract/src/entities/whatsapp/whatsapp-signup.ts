import * as z from 'zod/mini'
import { id, timestamp } from '../../fields.ts'
import { numberMode } from './channel.ts'

/** Days of message history to import from the phone of a WhatsApp number. */
export const historyDays = z.literal([0, 30, 180])
export type HistoryDays = z.infer<typeof historyDays>

/**
 * Steps of connecting a WhatsApp number. `meta`: its owner agreed at Meta. `webhook`: Meta sends events to this server. `registration`: the
 * number was registered for sending; skipped if the number is also used on a phone. `message`: the first message was received.
 */
const SIGNUP_STEPS = ['meta', 'access', 'number', 'webhook', 'registration', 'message'] as const
export type SignupStepName = (typeof SIGNUP_STEPS)[number]

/** Progress of connecting a WhatsApp number through Meta's sign-up page. Access token and PIN are never returned. */
export const whatsappSignup = z.object({
  id,
  agent_id: id,
  mode: numberMode,
  history_days: historyDays,
  /** Id of the WhatsApp number in this API. Null until the number is stored. */
  number_id: z.nullable(id),
  display_number: z.nullable(z.string()),
  steps: z.array(
    z.object({
      name: z.enum(SIGNUP_STEPS),
      state: z.enum(['waiting', 'done', 'failed']),
      /** Reason of the failure, for display. */
      reason: z.nullish(z.string()),
      /** Time of the first message. Set only for the step `message`. */
      at: z.nullish(timestamp),
    }),
  ),
  /**
   * Next action of the user. `window`: open Meta's page. `continue`: request `finishWhatsappSignup` without a code. `pin`: request it with
   * the number's PIN. Null if none is needed.
   */
  next: z.nullable(z.enum(['window', 'continue', 'pin'])),
  /** Time until which the redirect from Meta's page is accepted. */
  expires_at: timestamp,
  created_at: timestamp,
})
export type WhatsappSignup = z.infer<typeof whatsappSignup>

/**
 * A WhatsApp account that Meta reported although no user of this server requested it. Only staff of the platform can assign it to an
 * organisation.
 */
export const unclaimedAccount = z.object({
  waba_id: z.string(),
  owner_business_id: z.string(),
  announced_at: timestamp,
})
export type UnclaimedAccount = z.infer<typeof unclaimedAccount>
