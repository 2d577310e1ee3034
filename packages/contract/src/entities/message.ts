import * as z from 'zod/mini'
import { id, timestamp } from '../fields.ts'

/** `humano`/`HUMAN` is the lead; `AI`/`AGENT` the agent, or staff speaking as the agent (`manual`). Ours emits `humano` and `AI`. */
export const messageRole = z.enum(['humano', 'HUMAN', 'AI', 'AGENT'])
export type MessageRole = z.infer<typeof messageRole>

/** True when the lead said it. */
export const isLeadRole = (role: MessageRole): boolean => role === 'humano' || role === 'HUMAN'

export const messageStatus = z.enum(['waiting', 'done', 'error', 'processed'])

/**
 * How far a message went on its channel; it only ever rises. `unknown`: it left, and nobody has said yet whether it arrived.
 * `failed` stands above `sent`, because a channel may refuse what it has taken, and below `delivered`, which proves it wrong. Ours.
 */
export const DELIVERY_STATES = ['queued', 'unknown', 'sent', 'failed', 'delivered', 'read'] as const
export const deliveryState = z.enum(DELIVERY_STATES)
export type DeliveryState = z.infer<typeof deliveryState>

/** What a message that is not text carries. Ours. */
export const attachment = z.object({
  url: z.nullish(z.string()),
  mime_type: z.nullish(z.string()),
  filename: z.nullish(z.string()),
  size: z.nullish(z.number()),
  voice: z.nullish(z.boolean()),
  latitude: z.nullish(z.number()),
  longitude: z.nullish(z.number()),
  name: z.nullish(z.string()),
  address: z.nullish(z.string()),
  phone: z.nullish(z.string()),
})
export type Attachment = z.infer<typeof attachment>

/** Section 3, Message. What follows `status` is ours and optional to every client. */
export const message = z.object({
  message_id: id,
  role: messageRole,
  content: z.string(),
  timestamp,
  /** 'text', or image, audio, video, document, location, sticker, contact, template, system …; unknown ones show a placeholder. */
  type: z.optional(z.string()),
  manual: z.nullish(z.boolean()),
  status: z.optional(messageStatus),
  /** Place in the conversation, from 1, without holes. */
  seq: z.optional(z.int()),
  /** The sender's Idempotency-Key. */
  client_message_id: z.nullish(z.string()),
  /** Staff member who wrote a manual message. */
  sender: z.nullish(z.object({ id, name: z.string() })),
  attachment: z.nullish(attachment),
  /** Of type 'reaction': to which message, where the provider knows it, and with what; without an emoji it was taken back. */
  reaction: z.nullish(z.object({ to: z.nullish(id), emoji: z.nullish(z.string()) })),
  delivery: z.nullish(deliveryState),
  delivery_error: z.nullish(z.string()),
})
export type Message = z.infer<typeof message>
