import * as z from 'zod/mini'
import { id, timestamp } from '../../fields.ts'
import { choices } from './structured-content-shape.ts'

/**
 * Author of a message. `humano` and `HUMAN`: the lead; `AI` and `AGENT`: the agent, or staff writing as the agent (`manual`). Our server
 * sends `humano` and `AI`.
 */
export const messageRole = z.enum(['humano', 'HUMAN', 'AI', 'AGENT'])
export type MessageRole = z.infer<typeof messageRole>

/** Whether the lead wrote the message. */
export const isLeadRole = (role: MessageRole): boolean => role === 'humano' || role === 'HUMAN'

export const messageStatus = z.enum(['waiting', 'done', 'error', 'processed'])

/**
 * Delivery state of a message on its channel; it only rises in this order. `unknown`: the message was sent, but the result is not known.
 * `failed` ranks above `sent`, because a channel may refuse a message that it accepted, and below `delivered`, which disproves a failure.
 * Ours.
 */
export const DELIVERY_STATES = ['queued', 'unknown', 'sent', 'failed', 'delivered', 'read'] as const
export const deliveryState = z.enum(DELIVERY_STATES)
export type DeliveryState = z.infer<typeof deliveryState>

/** Form in which a file is sent. Audio can be sent as a voice note or as a file. Ours. */
export const sentMediaType = z.enum(['image', 'video', 'voice', 'audio', 'document'])
export type SentMediaType = z.infer<typeof sentMediaType>

/** Fields of a contact. A location has a name too. */
const contactFields = { name: z.nullish(z.string()), phone: z.nullish(z.string()), email: z.nullish(z.string()) }

/** A contact card. `phone` and `email` repeat the first entries of `phones` and `emails`. */
const contactCard = z.object({
  ...contactFields,
  company: z.nullish(z.string()),
  phones: z.nullish(z.array(z.string())),
  emails: z.nullish(z.array(z.string())),
})

/** File, location or contact of a message. Ours. */
export const attachment = z.object({
  url: z.nullish(z.string()),
  /** Thumbnail of a stored picture (WebP, at most 640 pixels and 60 kB). The URL returns 404 if no thumbnail can be made. */
  thumb_url: z.nullish(z.string()),
  mime_type: z.nullish(z.string()),
  filename: z.nullish(z.string()),
  size: z.nullish(z.number()),
  voice: z.nullish(z.boolean()),
  /** State of a file: 'waiting' (being fetched from the channel), 'stored' or 'refused'; `reason` explains a refusal. */
  state: z.nullish(z.string()),
  reason: z.nullish(z.string()),
  /** Duration of audio or video, in milliseconds. */
  duration_ms: z.nullish(z.number()),
  latitude: z.nullish(z.number()),
  longitude: z.nullish(z.number()),
  address: z.nullish(z.string()),
  ...contactFields,
  /**
   * All contact cards of the message; the fields above repeat the first card's name, phone and e-mail. Absent in messages of older
   * versions.
   */
  contacts: z.nullish(z.array(contactCard)),
})
export type Attachment = z.infer<typeof attachment>
export type ContactCard = z.infer<typeof contactCard>

/**
 * Origin of an outgoing message: the panel, the agent, the team's phone, or an automatic reply of that phone. `history`: imported from
 * before the number was linked. Ours.
 */
const messageSource = z.enum(['panel', 'agent', 'phone', 'phone_auto', 'history'])

/** The advertisement that a lead came from. Ours. */
const ad = z.object({
  source_id: z.nullish(z.string()),
  headline: z.nullish(z.string()),
  body: z.nullish(z.string()),
  url: z.nullish(z.string()),
  /** URL of the picture below `mediaPath`. Absent until the picture is stored. */
  picture: z.nullish(z.string()),
})

/** Items that a lead ordered from the channel's catalogue. Each price is per piece, in units of the currency ('BRL'). Ours. */
const order = z.object({
  items: z.array(
    z.object({ id: z.string(), quantity: z.number(), price: z.nullish(z.number()), currency: z.nullish(z.string()) }),
  ),
})

/** Message that another one replies to, as it read at that time. `message_id` is absent if the message is not stored. Ours. */
export const replyTo = z.object({
  message_id: z.nullish(id),
  /** Name of the team member who wrote the message. Absent if the lead or the agent wrote it; see `role`. */
  person: z.nullish(z.string()),
  role: z.nullish(messageRole),
  type: z.nullish(z.string()),
  preview: z.nullish(z.string()),
})
export type ReplyTo = z.infer<typeof replyTo>

/** The team's reaction. Without an emoji it was removed, or the channel refused it; then `error` is the reason. Ours. */
const teamReaction = z.object({ emoji: z.nullish(z.string()), person: z.nullish(z.string()), error: z.nullish(z.string()) })

/** Fields of a message that every reader receives, the lead included (calls/webchat/webchat.ts). */
export const publicMessageFields = {
  message_id: id,
  role: messageRole,
  content: z.string(),
  timestamp,
  /**
   * 'text', image, audio, video, document, location, sticker, contact, template, system … A client shows a placeholder for unknown types.
   */
  type: z.optional(z.string()),
  /** Position in the conversation, from 1 and without gaps. Absent for imported history (`source: history`). Ours. */
  seq: z.optional(z.int()),
  /** Idempotency-Key that the sender chose. Ours. */
  client_message_id: z.nullish(z.string()),
}

/** A message (section 3). The fields after `status` are ours and optional for every client. */
export const message = z.object({
  ...publicMessageFields,
  manual: z.nullish(z.boolean()),
  status: z.optional(messageStatus),
  /** Staff member who wrote a manual message. */
  sender: z.nullish(z.object({ id, name: z.string() })),
  attachment: z.nullish(attachment),
  /** Set for type 'reaction': the id of the message, if the provider knows it, and the emoji. Without an emoji the reaction was removed. */
  reaction: z.nullish(z.object({ to: z.nullish(id), emoji: z.nullish(z.string()) })),
  delivery: z.nullish(deliveryState),
  delivery_error: z.nullish(z.string()),
  /** Further note on the delivery, for example that the channel's own history confirmed it. Ours. */
  delivery_note: z.nullish(z.string()),
  /** Time of the last edit. Earlier texts are in `messageInfo`. */
  edited_at: z.nullish(timestamp),
  /** Time at which the message was deleted. Its text and file are erased. */
  revoked_at: z.nullish(timestamp),
  /** Whether the message was forwarded; 'often' if many times. */
  forwarded: z.nullish(z.enum(['once', 'often'])),
  /** The shop's id of the catalogue product that the message is about. */
  product: z.nullish(z.string()),
  ad: z.nullish(ad),
  order: z.nullish(order),
  source: z.nullish(messageSource),
  reply_to: z.nullish(replyTo),
  our_reaction: z.nullish(teamReaction),
  /** Options that the message offers; `choice` is the option that the lead chose, and `reply_to` the message that offered it. Ours. */
  choices: z.nullish(choices),
  choice: z.nullish(z.object({ id: z.string(), title: z.string() })),
  /** Transcript of an audio message (entities/conversations/transcript.ts). A client ignores unknown states. */
  transcript: z.nullish(z.object({ state: z.string(), text: z.string() })),
  /** One-line summary of a lead's file. `state`: being read ('reading'), read ('done') or unreadable ('failed'). Ours. */
  file_line: z.nullish(z.object({ state: z.string(), line: z.string() })),
})
export type Message = z.infer<typeof message>
