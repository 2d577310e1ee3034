import * as z from 'zod/mini'
import { id, timestamp } from '../../fields.ts'

/** States of a WhatsApp number. `broken`: Meta rejects requests for it, for the reason in `status_reason`. */
const CHANNEL_STATUSES = ['ok', 'broken'] as const

/** Use of a WhatsApp number. `api`: only through this server. `coexistence`: also in the WhatsApp Business app on the team's phone. */
export const numberMode = z.enum(['api', 'coexistence'])

/** A problem of a WhatsApp number. `broken`: something does not work for any user. */
export const numberProblem = z.object({
  code: z.string(),
  severity: z.enum(['warning', 'broken']),
  text: z.string(),
  /**
   * Step that solves the problem: at Meta (`url`) or in the panel (`action`: `reconnect`, `register`, `check`, `secret` or `templates`).
   */
  step: z.object({ label: z.string(), url: z.optional(z.string()), action: z.optional(z.string()) }),
  since: timestamp,
})
export type NumberProblem = z.infer<typeof numberProblem>

/**
 * Progress of importing the message history from the phone of a WhatsApp number. `refused`: the owner declined the import, which is not a
 * problem.
 */
export const numberHistoryImport = z.object({
  state: z.enum(['none', 'running', 'done', 'refused', 'failed']),
  /** Progress in per cent. */
  progress: z.number(),
  people: z.number(),
  messages: z.number(),
  /** Reason why the import was refused or failed, for display. */
  reason: z.nullish(z.string()),
})
export type NumberHistoryImport = z.infer<typeof numberHistoryImport>

/**
 * Comparison of the number of messages of a day here (`ours`) and at Meta (`meta`). Both are null if Meta does not offer the comparison.
 */
const messageCountComparison = z.object({
  at: timestamp,
  ours: z.nullable(z.number()),
  meta: z.nullable(z.number()),
  /** Messages that Meta has and this server lacks, sorted by time. */
  missing: z.array(z.object({ id: z.string(), at: z.nullable(timestamp) })),
})
export type MessageCountComparison = z.infer<typeof messageCountComparison>

/** A WhatsApp number that is connected through Meta's Cloud API. The access token is never returned. */
export const whatsappNumber = z.object({
  id,
  agent_id: id,
  phone_number_id: z.string(),
  waba_id: z.string(),
  /** Phone number, as formatted by Meta. */
  display_number: z.string(),
  verified_name: z.nullish(z.string()),
  status: z.enum(CHANNEL_STATUSES),
  status_reason: z.nullish(z.string()),
  /** Time of Meta's last response for this number. */
  checked_at: z.nullish(timestamp),
  mode: z.optional(numberMode),
  problems: z.optional(z.array(numberProblem)),
  /** Meta's quality rating: GREEN, YELLOW or RED. */
  quality: z.nullish(z.string()),
  /**
   * Maximum number of people per 24 hours to whom messages can be sent although they have not written within 24 hours. Null if there is no
   * limit or it is unknown.
   */
  limit: z.nullish(z.int()),
  /** Number of people within `limit` who were written to in the last 24 hours. */
  used_24h: z.nullish(z.int()),
  /** Maximum number of messages per second. */
  throughput: z.nullish(z.int()),
  token_expires_at: z.nullish(timestamp),
  /** Webhook of this WhatsApp number, and when Meta last used it. */
  webhook: z.optional(
    z.object({
      address: z.string(),
      /** Verify token to enter at Meta beside the URL. Set only if the organisation uses its own Meta app. */
      verify_word: z.nullish(z.string()),
      /** Time at which Meta last verified the URL. */
      handshake_at: z.nullish(timestamp),
      /** Time at which Meta last sent a signed event. */
      event_at: z.nullish(timestamp),
      /** Time at which Meta first delivered a message. */
      first_message_at: z.nullish(timestamp),
    }),
  ),
  sync: z.nullish(numberHistoryImport),
  compared: z.nullish(messageCountComparison),
  created_at: timestamp,
  updated_at: timestamp,
})
export type WhatsappNumber = z.infer<typeof whatsappNumber>

/** An event from Meta about a WhatsApp number or its account, but not a message. Stored for 180 days. */
export const whatsappNotice = z.object({
  id,
  /** Name of the webhook field, as sent by Meta. Can be one that this server does not process. */
  field: z.string(),
  event: z.string(),
  /** Description for users. */
  text: z.string(),
  at: timestamp,
  payload: z.unknown(),
})
export type WhatsappNotice = z.infer<typeof whatsappNotice>

/** A template's text with placeholders, such as `{{1}}` or `{{name}}`. `places`: names of the placeholders. */
const templateText = z.object({ text: z.string(), places: z.array(z.string()) })
export type TemplateText = z.infer<typeof templateText>

/** A message template that Meta approved. Unlike other messages, it can be sent more than 24 hours after the lead's last message. */
export const messageTemplate = z.object({
  name: z.string(),
  language: z.string(),
  category: z.nullish(z.string()),
  header: z.nullish(templateText),
  body: templateText,
  footer: z.nullish(z.string()),
  /** Kind of file in the header. Users choose the file for each message; `header` is then null. */
  header_file: z.nullish(z.enum(['image', 'video', 'document'])),
  /** Whether the header is a location. Users choose the location for each message; `header` is then null. */
  header_location: z.optional(z.boolean()),
  /** Buttons of the template. `asks`: part for which each message needs a value: the end of the URL (`suffix`) or the code. */
  buttons: z.array(
    z.object({
      type: z.string(),
      text: z.string(),
      url: z.optional(z.string()),
      asks: z.optional(z.enum(['suffix', 'code'])),
    }),
  ),
  /** Reason why the template cannot be sent: Meta's reason, or a component that is not supported here. */
  unsupported: z.nullish(z.string()),
})
export type MessageTemplate = z.infer<typeof messageTemplate>
