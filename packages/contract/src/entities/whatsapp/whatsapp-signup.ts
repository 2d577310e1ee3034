import * as z from 'zod/mini'
import { id, timestamp } from '../../fields.ts'
import { numberMode } from './channel.ts'

/** Days of a phone's message history to import. */
export const historyDays = z.literal([0, 30, 180])
export type HistoryDays = z.infer<typeof historyDays>

/**
 * Steps of connecting a number: its owner agreed at Meta, the access token was received, the number was stored, the webhook was subscribed,
 * the number was registered for sending (not if it is used on a phone), and the first message was received.
 */
const SIGNUP_STEPS = ['meta', 'access', 'number', 'webhook', 'registration', 'message'] as const
export type SignupStepName = (typeof SIGNUP_STEPS)[number]

/** The process of connecting a number through Meta's sign-up page. Access token and PIN are never returned. */
export const whatsappSignup = z.object({
  id,
  agent_id: id,
  mode: numberMode,
  history_days: historyDays,
  /** Set once the number is stored. */
  number_id: z.nullable(id),
  display_number: z.nullable(z.string()),
  steps: z.array(
    z.object({
      name: z.enum(SIGNUP_STEPS),
      state: z.enum(['waiting', 'done', 'failed']),
      /** Reason of the failure, as a text. */
      reason: z.nullish(z.string()),
      /** When the first message arrived. */
      at: z.nullish(timestamp),
    }),
  ),
  /**
   * The user's next action: `window`: open Meta's page; `continue`: call `finish` without a code; `pin`: call `finish` with the number's
   * PIN. Null if none is needed.
   */
  next: z.nullable(z.enum(['window', 'continue', 'pin'])),
  /** Time until which Meta's page may redirect back. */
  expires_at: timestamp,
  created_at: timestamp,
})
export type WhatsappSignup = z.infer<typeof whatsappSignup>

/** An account that Meta announced and that no user here requested. Only staff of the platform can assign it to an organisation. */
export const unclaimedAccount = z.object({
  waba_id: z.string(),
  owner_business_id: z.string(),
  announced_at: timestamp,
})
export type UnclaimedAccount = z.infer<typeof unclaimedAccount>
