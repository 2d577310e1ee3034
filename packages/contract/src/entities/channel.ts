import * as z from 'zod/mini'
import { id, timestamp } from '../fields.ts'

/** `broken`: the channel's own service refuses our access; `status_reason` says why, in words for staff. */
const CHANNEL_STATUSES = ['ok', 'broken'] as const

/** `coexistence`: the team's phone goes on using the number beside us. */
export const numberMode = z.enum(['api', 'coexistence'])

/** What is wrong with a number: `broken` stops something for everybody. One sentence, and the one thing to do about it. */
export const numberProblem = z.object({
  code: z.string(),
  severity: z.enum(['warning', 'broken']),
  text: z.string(),
  /** Where it is done: at Meta, or here (`reconnect`, `register`, `check`, `secret`, `templates`). */
  step: z.object({ label: z.string(), url: z.optional(z.string()), action: z.optional(z.string()) }),
  since: timestamp,
})
export type NumberProblem = z.infer<typeof numberProblem>

/** What a number's phone hands over of its past. `refused`: the owner said no on the phone, which is no problem. */
export const numberSync = z.object({
  state: z.enum(['none', 'running', 'done', 'refused', 'failed']),
  /** Per cent. */
  progress: z.number(),
  people: z.number(),
  messages: z.number(),
  /** Why it is refused or failed, in words. */
  reason: z.nullish(z.string()),
})
export type NumberSync = z.infer<typeof numberSync>

/** The last comparison of a day's messages with those that Meta has; without figures: Meta does not offer it. */
const numberComparison = z.object({
  at: timestamp,
  ours: z.nullable(z.number()),
  meta: z.nullable(z.number()),
  /** Those that are not here, by time. */
  missing: z.array(z.object({ id: z.string(), at: z.nullable(timestamp) })),
})
export type NumberComparison = z.infer<typeof numberComparison>

/** A number on the WhatsApp Cloud API. Its access token goes in and never comes out. */
export const whatsappNumber = z.object({
  id,
  agent_id: id,
  phone_number_id: z.string(),
  waba_id: z.string(),
  /** As Meta writes it. */
  display_number: z.string(),
  verified_name: z.nullish(z.string()),
  status: z.enum(CHANNEL_STATUSES),
  status_reason: z.nullish(z.string()),
  /** When Meta last answered for this number. */
  checked_at: z.nullish(timestamp),
  mode: z.optional(numberMode),
  problems: z.optional(z.array(numberProblem)),
  /** Meta's word for how people take what it sends: GREEN, YELLOW, RED. */
  quality: z.nullish(z.string()),
  /** People that may be written to outside of their window in 24 hours, and how many are known to have been; null: no limit, or unknown. */
  limit: z.nullish(z.int()),
  used_24h: z.nullish(z.int()),
  /** Messages a second. */
  throughput: z.nullish(z.int()),
  token_expires_at: z.nullish(timestamp),
  /** Where Meta is to bring what happens on this number, and whether it does. */
  webhook: z.optional(
    z.object({
      address: z.string(),
      /** Of the organisation's own app: what Meta's panel asks for beside the address. */
      verify_word: z.nullish(z.string()),
      /** When Meta last shook hands for it, last told anything signed, and first brought somebody's message. */
      handshake_at: z.nullish(timestamp),
      event_at: z.nullish(timestamp),
      first_message_at: z.nullish(timestamp),
    }),
  ),
  sync: z.nullish(numberSync),
  compared: z.nullish(numberComparison),
  created_at: timestamp,
  updated_at: timestamp,
})
export type WhatsappNumber = z.infer<typeof whatsappNumber>

/** Something that Meta told of a number or its account, and that is no message; kept for 180 days. */
export const whatsappNotice = z.object({
  id,
  /** Meta's field and event; one that this server does not know is told by its name. */
  field: z.string(),
  event: z.string(),
  /** What it says, for people. */
  text: z.string(),
  at: timestamp,
  /** As Meta sent it. */
  payload: z.unknown(),
})
export type WhatsappNotice = z.infer<typeof whatsappNotice>

/** One text with its places to fill: `{{1}}`, or `{{name}}` where Meta's template names them. */
const templateText = z.object({ text: z.string(), places: z.array(z.string()) })
export type TemplateText = z.infer<typeof templateText>

/** A message approved by Meta, which may reopen a conversation. */
export const messageTemplate = z.object({
  name: z.string(),
  language: z.string(),
  category: z.nullish(z.string()),
  header: z.nullish(templateText),
  body: templateText,
  footer: z.nullish(z.string()),
  /** A header that is a file, which is chosen with every sending; `header` is then null. */
  header_file: z.nullish(z.enum(['image', 'video', 'document'])),
  /** A header that is a place, which is chosen with every sending; `header` is then null. */
  header_location: z.optional(z.boolean()),
  /** `asks`: what is to be filled in a button, the rest of its address or its code. */
  buttons: z.array(
    z.object({
      type: z.string(),
      text: z.string(),
      url: z.optional(z.string()),
      asks: z.optional(z.enum(['suffix', 'code'])),
    }),
  ),
  /** Why it cannot be sent: what Meta says against it, or a part that does not go from here; null when it can. */
  unsupported: z.nullish(z.string()),
})
export type MessageTemplate = z.infer<typeof messageTemplate>
