import * as z from 'zod/mini'
import { id, timestamp } from '../../fields.ts'

/** `broken`: the channel's service rejects our access; `status_reason` gives the reason, in a text for users. */
const CHANNEL_STATUSES = ['ok', 'broken'] as const

/** `coexistence`: the WhatsApp Business app on the team's phone keeps using the number too. */
export const numberMode = z.enum(['api', 'coexistence'])

/** A problem of a number, with one sentence and the one step that solves it. `broken`: a function fails for all users. */
export const numberProblem = z.object({
  code: z.string(),
  severity: z.enum(['warning', 'broken']),
  text: z.string(),
  /** Place of the step: at Meta (`url`), or in the panel (`action`: `reconnect`, `register`, `check`, `secret`, `templates`). */
  step: z.object({ label: z.string(), url: z.optional(z.string()), action: z.optional(z.string()) }),
  since: timestamp,
})
export type NumberProblem = z.infer<typeof numberProblem>

/** Import of a number's history from its phone. `refused`: the owner declined on the phone, which is not a problem. */
export const numberHistoryImport = z.object({
  state: z.enum(['none', 'running', 'done', 'refused', 'failed']),
  /** Percentage. */
  progress: z.number(),
  people: z.number(),
  messages: z.number(),
  /** Reason why it was refused or failed, as a text. */
  reason: z.nullish(z.string()),
})
export type NumberHistoryImport = z.infer<typeof numberHistoryImport>

/** Latest comparison of a day's message count with Meta's. The counts are null if Meta does not offer the comparison. */
const messageCountComparison = z.object({
  at: timestamp,
  ours: z.nullable(z.number()),
  meta: z.nullable(z.number()),
  /** Messages that are missing here, by time. */
  missing: z.array(z.object({ id: z.string(), at: z.nullable(timestamp) })),
})
export type MessageCountComparison = z.infer<typeof messageCountComparison>

/** A number on the WhatsApp Cloud API. Its access token is never returned. */
export const whatsappNumber = z.object({
  id,
  agent_id: id,
  phone_number_id: z.string(),
  waba_id: z.string(),
  /** As formatted by Meta. */
  display_number: z.string(),
  verified_name: z.nullish(z.string()),
  status: z.enum(CHANNEL_STATUSES),
  status_reason: z.nullish(z.string()),
  /** When Meta last answered a request for this number. */
  checked_at: z.nullish(timestamp),
  mode: z.optional(numberMode),
  problems: z.optional(z.array(numberProblem)),
  /** Meta's quality rating: GREEN, YELLOW or RED. */
  quality: z.nullish(z.string()),
  /**
   * Maximum number of people who can be written to outside their reply window in 24 hours, and the number already used. Null if there is no
   * limit or it is unknown.
   */
  limit: z.nullish(z.int()),
  used_24h: z.nullish(z.int()),
  /** Messages per second. */
  throughput: z.nullish(z.int()),
  token_expires_at: z.nullish(timestamp),
  /** Webhook URL for this number, and whether Meta uses it. */
  webhook: z.optional(
    z.object({
      address: z.string(),
      /** Only with the organisation's own app: the verify token to enter at Meta beside the URL. */
      verify_word: z.nullish(z.string()),
      /** When Meta last verified the URL, last sent a signed event, and first delivered a message. */
      handshake_at: z.nullish(timestamp),
      event_at: z.nullish(timestamp),
      first_message_at: z.nullish(timestamp),
    }),
  ),
  sync: z.nullish(numberHistoryImport),
  compared: z.nullish(messageCountComparison),
  created_at: timestamp,
  updated_at: timestamp,
})
export type WhatsappNumber = z.infer<typeof whatsappNumber>

/** A webhook event about a number or its account that is not a message. Kept for 180 days. */
export const whatsappNotice = z.object({
  id,
  /** Meta's names of the field and the event. Unknown events are included. */
  field: z.string(),
  event: z.string(),
  /** Description for users. */
  text: z.string(),
  at: timestamp,
  /** The event as received. */
  payload: z.unknown(),
})
export type WhatsappNotice = z.infer<typeof whatsappNotice>

/** A text with placeholders: `{{1}}`, or `{{name}}` if the template uses names. */
const templateText = z.object({ text: z.string(), places: z.array(z.string()) })
export type TemplateText = z.infer<typeof templateText>

/** A message approved by Meta, which can be sent outside the reply window. */
export const messageTemplate = z.object({
  name: z.string(),
  language: z.string(),
  category: z.nullish(z.string()),
  header: z.nullish(templateText),
  body: templateText,
  footer: z.nullish(z.string()),
  /** Kind of file in the header, which is chosen for each message; `header` is then null. */
  header_file: z.nullish(z.enum(['image', 'video', 'document'])),
  /** Whether the header is a place, which is chosen for each message; `header` is then null. */
  header_location: z.optional(z.boolean()),
  /** `asks`: the variable part of a button, the end of its URL or its code. */
  buttons: z.array(
    z.object({
      type: z.string(),
      text: z.string(),
      url: z.optional(z.string()),
      asks: z.optional(z.enum(['suffix', 'code'])),
    }),
  ),
  /** Why it cannot be sent: Meta's reason, or a component that is not supported here. Null if it can be sent. */
  unsupported: z.nullish(z.string()),
})
export type MessageTemplate = z.infer<typeof messageTemplate>
