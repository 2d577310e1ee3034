import * as z from 'zod/mini'
import { id, timestamp } from '../fields.ts'

/** `broken`: the channel's own service refuses our access; `status_reason` says why, in words for staff. */
const CHANNEL_STATUSES = ['ok', 'broken'] as const

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
  buttons: z.array(z.object({ type: z.string(), text: z.string() })),
  /** Why this panel cannot send it (a header with a file, an address to fill); null when it can. */
  unsupported: z.nullish(z.string()),
})
export type MessageTemplate = z.infer<typeof messageTemplate>
