import * as z from 'zod/mini'
import { id, timestamp } from '../../fields.ts'
import { choices } from './structured-content-shape.ts'

/**
 * Author of a message. `humano` and `HUMAN`: the lead. `AI` and `AGENT`: the agent, or a user who writes as the agent (`manual` is then
 * true). The Prosa server sends only `humano` and `AI`.
 */
export const messageRole = z.enum(['humano', 'HUMAN', 'AI', 'AGENT'])
export type MessageRole = z.infer<typeof messageRole>

export const isLeadRole = (role: MessageRole): boolean => role === 'humano' || role === 'HUMAN'

export const messageStatus = z.enum(['waiting', 'done', 'error', 'processed'])

/**
 * Delivery states of a message, from low to high; a message never returns to a lower state. `unknown`: sent, but the channel's response was
 * lost. A channel may reject (`failed`) a message after accepting it (`sent`). A delivery or a read receipt disproves the failure. Prosa
 * extension.
 */
export const DELIVERY_STATES = ['queued', 'unknown', 'sent', 'failed', 'delivered', 'read'] as const
export const deliveryState = z.enum(DELIVERY_STATES)
export type DeliveryState = z.infer<typeof deliveryState>

/** Form in which a file is sent. Audio can be sent as a voice note (`voice`) or as a file (`audio`). Prosa extension. */
export const sentMediaType = z.enum(['image', 'video', 'voice', 'audio', 'document'])
export type SentMediaType = z.infer<typeof sentMediaType>

/** Fields that attachments and contact cards share. A location also uses `name`. */
const contactFields = { name: z.nullish(z.string()), phone: z.nullish(z.string()), email: z.nullish(z.string()) }

/** A contact card in a message. `phone` and `email` equal the first entries of `phones` and `emails`. */
const contactCard = z.object({
  ...contactFields,
  company: z.nullish(z.string()),
  phones: z.nullish(z.array(z.string())),
  emails: z.nullish(z.array(z.string())),
})

/** File, location or contact cards of a message. Prosa extension. */
export const attachment = z.object({
  url: z.nullish(z.string()),
  /** URL of an image's thumbnail (WebP, at most 640 pixels and 60 kB). Returns 404 if no thumbnail can be created. */
  thumb_url: z.nullish(z.string()),
  mime_type: z.nullish(z.string()),
  filename: z.nullish(z.string()),
  size: z.nullish(z.number()),
  voice: z.nullish(z.boolean()),
  /** State of the file: 'waiting' (being fetched from the channel), 'stored' or 'refused'. */
  state: z.nullish(z.string()),
  /** Reason why the file was refused. */
  reason: z.nullish(z.string()),
  duration_ms: z.nullish(z.number()),
  latitude: z.nullish(z.number()),
  longitude: z.nullish(z.number()),
  address: z.nullish(z.string()),
  ...contactFields,
  /**
   * All contact cards of the message; the fields `name`, `phone` and `email` equal those of the first card. Absent in messages from older
   * versions.
   */
  contacts: z.nullish(z.array(contactCard)),
})
export type Attachment = z.infer<typeof attachment>
export type ContactCard = z.infer<typeof contactCard>

/**
 * Origin of a message to the lead: the panel, the agent, the team's phone, or an automatic reply of that phone. `history`: any message,
 * also from the lead, imported from before the WhatsApp number was connected. Prosa extension.
 */
const messageSource = z.enum(['panel', 'agent', 'phone', 'phone_auto', 'history'])

/** Advertisement that the lead clicked before writing. Prosa extension. */
const ad = z.object({
  source_id: z.nullish(z.string()),
  headline: z.nullish(z.string()),
  body: z.nullish(z.string()),
  url: z.nullish(z.string()),
  /** URL of the advertisement's image, below `mediaPath`. Absent until the image is stored. */
  picture: z.nullish(z.string()),
})

/** An order from the channel's catalogue. `price`: price per piece in `currency`, such as 'BRL'. Prosa extension. */
const order = z.object({
  items: z.array(
    z.object({ id: z.string(), quantity: z.number(), price: z.nullish(z.number()), currency: z.nullish(z.string()) }),
  ),
})

/**
 * The message that a reply quotes, with its text at that time. `message_id` is absent if the quoted message is not stored. Prosa extension.
 */
export const replyTo = z.object({
  message_id: z.nullish(id),
  /** Name of the team member who wrote the quoted message. Absent if the lead or the agent wrote it; see `role`. */
  person: z.nullish(z.string()),
  role: z.nullish(messageRole),
  type: z.nullish(z.string()),
  preview: z.nullish(z.string()),
})
export type ReplyTo = z.infer<typeof replyTo>

/**
 * The team's reaction to a message. `emoji` is missing if the reaction was removed or rejected by the channel. `error`: reason of the
 * rejection. Prosa extension.
 */
const teamReaction = z.object({ emoji: z.nullish(z.string()), person: z.nullish(z.string()), error: z.nullish(z.string()) })

/** Fields of a message that all clients may receive, including the lead's web chat (calls/webchat/webchat.ts). */
export const publicMessageFields = {
  message_id: id,
  role: messageRole,
  content: z.string(),
  timestamp,
  /**
   * Type of the message: text, image, audio, video, document, location, sticker, contact, template, system … Clients show a placeholder for
   * unknown types.
   */
  type: z.optional(z.string()),
  /** Sequence number in the conversation, from 1 and without gaps. Absent for imported messages (`source: history`). Prosa extension. */
  seq: z.optional(z.int()),
  /** Idempotency key with which the client sent the message. Prosa extension. */
  client_message_id: z.nullish(z.string()),
}

/** A message of a conversation (section 3). The fields after `status` are optional Prosa extensions. */
export const message = z.object({
  ...publicMessageFields,
  manual: z.nullish(z.boolean()),
  status: z.optional(messageStatus),
  /** User who wrote the message, if `manual` is true. */
  sender: z.nullish(z.object({ id, name: z.string() })),
  attachment: z.nullish(attachment),
  /**
   * For messages of type 'reaction': the lead's reaction. `to`: id of the message, if stored. Without `emoji`, the reaction was removed.
   */
  reaction: z.nullish(z.object({ to: z.nullish(id), emoji: z.nullish(z.string()) })),
  delivery: z.nullish(deliveryState),
  delivery_error: z.nullish(z.string()),
  /** Note about the delivery, for example that the channel's own history confirmed it. Prosa extension. */
  delivery_note: z.nullish(z.string()),
  /** Time of the last edit. `messageInfo` contains the earlier texts. */
  edited_at: z.nullish(timestamp),
  /** Time at which the message was deleted. Its text and file are then erased. */
  revoked_at: z.nullish(timestamp),
  /** Set if the lead forwarded the message. 'often': it was forwarded many times. */
  forwarded: z.nullish(z.enum(['once', 'often'])),
  /** Shop's id of the catalogue product that the message is about. */
  product: z.nullish(z.string()),
  ad: z.nullish(ad),
  order: z.nullish(order),
  source: z.nullish(messageSource),
  reply_to: z.nullish(replyTo),
  our_reaction: z.nullish(teamReaction),
  /** Answer options that the message offers. Prosa extension. */
  choices: z.nullish(choices),
  /** Answer option that the lead chose. `reply_to` is the message that offered it. Prosa extension. */
  choice: z.nullish(z.object({ id: z.string(), title: z.string() })),
  /** Transcript of an audio message (entities/conversations/transcript.ts). Clients ignore unknown values of `state`. */
  transcript: z.nullish(z.object({ state: z.string(), text: z.string() })),
  /** One-line summary of a file from the lead. `state`: 'reading', 'done', or 'failed' if the file is unreadable. Prosa extension. */
  file_line: z.nullish(z.object({ state: z.string(), line: z.string() })),
})
export type Message = z.infer<typeof message>
