import * as z from 'zod/mini'
import { id, timestamp } from '../../fields.ts'
import { choices } from './structured-content-shape.ts'

/**
 * Author of a message. `humano` and `HUMAN`: the lead. `AI` and `AGENT`: the agent, or a user who writes as the agent (`manual` is then
 * true). The Prosa server sends only `humano` and `AI`.
 */
export const messageRole = z.enum(['humano', 'HUMAN', 'AI', 'AGENT'])
export type MessageRole = z.infer<typeof messageRole>

/** Returns whether a role is that of the lead. */
export const isLeadRole = (role: MessageRole): boolean => role === 'humano' || role === 'HUMAN'

export const messageStatus = z.enum(['waiting', 'done', 'error', 'processed'])

/**
 * Delivery states of a message, from the lowest to the highest; the state never returns to a lower one. `unknown`: the message was sent,
 * but the result was lost. `failed` is above `sent`, because a channel may reject a message after accepting it, and below `delivered`,
 * which disproves a failure. Prosa extension.
 */
export const DELIVERY_STATES = ['queued', 'unknown', 'sent', 'failed', 'delivered', 'read'] as const
export const deliveryState = z.enum(DELIVERY_STATES)
export type DeliveryState = z.infer<typeof deliveryState>

/** Form in which a file is sent. An audio file can be sent as a voice note (`voice`) or as a file (`audio`). Prosa extension. */
export const sentMediaType = z.enum(['image', 'video', 'voice', 'audio', 'document'])
export type SentMediaType = z.infer<typeof sentMediaType>

/** Fields of a contact. A location also has a `name`. */
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
  /** URL of the thumbnail of a stored image (WebP, at most 640 pixels and 60 kB). The URL returns 404 if no thumbnail can be created. */
  thumb_url: z.nullish(z.string()),
  mime_type: z.nullish(z.string()),
  filename: z.nullish(z.string()),
  size: z.nullish(z.number()),
  voice: z.nullish(z.boolean()),
  /** State of the file: 'waiting' (being fetched from the channel), 'stored' or 'refused'. `reason`: why it was refused. */
  state: z.nullish(z.string()),
  reason: z.nullish(z.string()),
  /** Duration of audio or video, in milliseconds. */
  duration_ms: z.nullish(z.number()),
  latitude: z.nullish(z.number()),
  longitude: z.nullish(z.number()),
  address: z.nullish(z.string()),
  ...contactFields,
  /**
   * All contact cards of the message. The fields above equal the first card's name, phone and e-mail. Absent in messages that older
   * versions stored.
   */
  contacts: z.nullish(z.array(contactCard)),
})
export type Attachment = z.infer<typeof attachment>
export type ContactCard = z.infer<typeof contactCard>

/**
 * Origin of an outgoing message: the panel, the agent, the team's phone, or an automatic reply of that phone. `history`: any message, also
 * of the lead, that was imported from the time before the WhatsApp number was connected. Prosa extension.
 */
const messageSource = z.enum(['panel', 'agent', 'phone', 'phone_auto', 'history'])

/** Advertisement that the lead clicked before writing the message. Prosa extension. */
const ad = z.object({
  source_id: z.nullish(z.string()),
  headline: z.nullish(z.string()),
  body: z.nullish(z.string()),
  url: z.nullish(z.string()),
  /** URL of the advertisement's image, below `mediaPath`. Absent until the image is stored. */
  picture: z.nullish(z.string()),
})

/** Order of items from the channel's catalogue. `price`: price per piece, in units of `currency` (such as 'BRL'). Prosa extension. */
const order = z.object({
  items: z.array(
    z.object({ id: z.string(), quantity: z.number(), price: z.nullish(z.number()), currency: z.nullish(z.string()) }),
  ),
})

/**
 * Quoted message, to which another message replies, with its text at that time. `message_id` is absent if the quoted message is not stored.
 * Prosa extension.
 */
export const replyTo = z.object({
  message_id: z.nullish(id),
  /** Name of the team member who wrote the quoted message. Absent if the lead or the agent wrote it; `role` distinguishes the two. */
  person: z.nullish(z.string()),
  role: z.nullish(messageRole),
  type: z.nullish(z.string()),
  preview: z.nullish(z.string()),
})
export type ReplyTo = z.infer<typeof replyTo>

/**
 * The team's reaction to a message. Without `emoji`, the reaction was removed, or the channel rejected it for the reason in `error`. Prosa
 * extension.
 */
const teamReaction = z.object({ emoji: z.nullish(z.string()), person: z.nullish(z.string()), error: z.nullish(z.string()) })

/** Fields of a message that every recipient may receive, including the lead (calls/webchat/webchat.ts). */
export const publicMessageFields = {
  message_id: id,
  role: messageRole,
  content: z.string(),
  timestamp,
  /**
   * Type of the message: 'text', image, audio, video, document, location, sticker, contact, template, system … Clients display a
   * placeholder for unknown types.
   */
  type: z.optional(z.string()),
  /**
   * Sequence number of the message in its conversation, from 1 and without gaps. Absent for imported history (`source: history`). Prosa
   * extension.
   */
  seq: z.optional(z.int()),
  /** Idempotency-Key with which the client sent the message. Prosa extension. */
  client_message_id: z.nullish(z.string()),
}

/** A message of a conversation (section 3). The fields after `status` are Prosa extensions and optional for every client. */
export const message = z.object({
  ...publicMessageFields,
  manual: z.nullish(z.boolean()),
  status: z.optional(messageStatus),
  /** User who wrote the message, if `manual` is true. */
  sender: z.nullish(z.object({ id, name: z.string() })),
  attachment: z.nullish(attachment),
  /**
   * Reaction of the lead, for messages of type 'reaction'. `to`: id of the message, if the provider stores it. Without `emoji`, the
   * reaction was removed.
   */
  reaction: z.nullish(z.object({ to: z.nullish(id), emoji: z.nullish(z.string()) })),
  delivery: z.nullish(deliveryState),
  delivery_error: z.nullish(z.string()),
  /** Additional note about the delivery, for example that the channel's own history confirmed it. Prosa extension. */
  delivery_note: z.nullish(z.string()),
  /** Time of the last edit of the message. `messageInfo` contains the earlier texts. */
  edited_at: z.nullish(timestamp),
  /** Time at which the message was deleted. Its text and file are erased then. */
  revoked_at: z.nullish(timestamp),
  /** Set if the lead forwarded the message; 'often' if it was forwarded many times. */
  forwarded: z.nullish(z.enum(['once', 'often'])),
  /** Catalogue product that the message is about, by the shop's own product id. */
  product: z.nullish(z.string()),
  ad: z.nullish(ad),
  order: z.nullish(order),
  source: z.nullish(messageSource),
  reply_to: z.nullish(replyTo),
  our_reaction: z.nullish(teamReaction),
  /**
   * `choices`: answer options that the message offers. `choice`: option that the lead chose; `reply_to` is then the message that offered
   * it. Prosa extension.
   */
  choices: z.nullish(choices),
  choice: z.nullish(z.object({ id: z.string(), title: z.string() })),
  /** Transcript of an audio message (entities/conversations/transcript.ts). Clients ignore unknown values of `state`. */
  transcript: z.nullish(z.object({ state: z.string(), text: z.string() })),
  /**
   * One-line summary of a file that the lead sent. `state`: being read ('reading'), read ('done') or unreadable ('failed'). Prosa
   * extension.
   */
  file_line: z.nullish(z.object({ state: z.string(), line: z.string() })),
})
export type Message = z.infer<typeof message>
