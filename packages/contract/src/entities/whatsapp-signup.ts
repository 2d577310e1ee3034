import * as z from 'zod/mini'
import { id, timestamp } from '../fields.ts'
import { numberMode } from './channel.ts'

/** How much of a phone's past is brought along, in days. */
export const historyDays = z.literal([0, 30, 180])
export type HistoryDays = z.infer<typeof historyDays>

/**
 * On the way to a number that works: its owner agreed at Meta, Meta gave the access, the number is kept here, its news come here, it is open
 * for sending (not on a phone's number), and somebody's message came.
 */
const STEPS = ['meta', 'access', 'number', 'webhook', 'registration', 'message'] as const
export type SignupStepName = (typeof STEPS)[number]

/** A linking by Meta's own page. Token and PIN go in and never come out. */
export const whatsappSignup = z.object({
  id,
  agent_id: id,
  mode: numberMode,
  history_days: historyDays,
  /** Once it is kept. */
  number_id: z.nullable(id),
  display_number: z.nullable(z.string()),
  steps: z.array(
    z.object({
      name: z.enum(STEPS),
      state: z.enum(['waiting', 'done', 'failed']),
      /** Why it failed, in words. */
      reason: z.nullish(z.string()),
      /** When the first message came. */
      at: z.nullish(timestamp),
    }),
  ),
  /** How it goes on: in a new window at Meta, by `finish` without a code, by `finish` with the number's PIN; null: by itself, or it is done. */
  next: z.nullable(z.enum(['window', 'continue', 'pin'])),
  /** Until when Meta's page may come back. */
  expires_at: timestamp,
  created_at: timestamp,
})
export type WhatsappSignup = z.infer<typeof whatsappSignup>

/** An account that Meta announced and nobody here asked for: only staff of the platform say whose it is. */
export const unclaimedAccount = z.object({
  waba_id: z.string(),
  owner_business_id: z.string(),
  announced_at: timestamp,
})
export type UnclaimedAccount = z.infer<typeof unclaimedAccount>
