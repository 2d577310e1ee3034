import * as z from 'zod/mini'
import { id, timestamp } from '../fields.ts'
import { choices } from './carried-shape.ts'

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

/** How a file is sent: as what it is, and sound as a voice note or as a file. Ours. */
export const sendAs = z.enum(['image', 'video', 'voice', 'audio', 'document'])
export type SendAs = z.infer<typeof sendAs>

/** Of a person; a place has a name too. */
const card = { name: z.nullish(z.string()), phone: z.nullish(z.string()), email: z.nullish(z.string()) }

/** One contact card: `phone` and `email` are the first of `phones` and `emails`. */
const contactCard = z.object({
  ...card,
  company: z.nullish(z.string()),
  phones: z.nullish(z.array(z.string())),
  emails: z.nullish(z.array(z.string())),
})

/** What a message that is not text carries. Ours. */
export const attachment = z.object({
  url: z.nullish(z.string()),
  /** Of a picture that is here: the same, small (WebP, at most 640 pixels and 60 kB); where none can be made, 404. */
  thumb_url: z.nullish(z.string()),
  mime_type: z.nullish(z.string()),
  filename: z.nullish(z.string()),
  size: z.nullish(z.number()),
  voice: z.nullish(z.boolean()),
  /** Of a file: it is on its way from its channel ('waiting'), is here ('stored'), or will not be ('refused'), for this reason. */
  state: z.nullish(z.string()),
  reason: z.nullish(z.string()),
  /** Of sound and film. */
  duration_ms: z.nullish(z.number()),
  latitude: z.nullish(z.number()),
  longitude: z.nullish(z.number()),
  address: z.nullish(z.string()),
  ...card,
  /** Contact cards of the message; the first one's name, phone and e-mail are repeated above. Absent in messages of older versions. */
  contacts: z.nullish(z.array(contactCard)),
})
export type Attachment = z.infer<typeof attachment>
export type ContactCard = z.infer<typeof contactCard>

/** Who or what said a message of ours, and where: here, or on the team's phone, which may greet by itself. `history`: before we came. Ours. */
const messageSource = z.enum(['panel', 'agent', 'phone', 'phone_auto', 'history'])

/** The advertisement that a lead came from. Ours. */
const ad = z.object({
  source_id: z.nullish(z.string()),
  headline: z.nullish(z.string()),
  body: z.nullish(z.string()),
  url: z.nullish(z.string()),
  /** Address of its picture, by `mediaPath`, once that is here. */
  picture: z.nullish(z.string()),
})

/** What a lead ordered from the channel's catalogue; each price is of one piece, in units of the currency ('BRL'). Ours. */
const order = z.object({
  items: z.array(
    z.object({ id: z.string(), quantity: z.number(), price: z.nullish(z.number()), currency: z.nullish(z.string()) }),
  ),
})

/** Which message another answers: an id where it is here, and how it read then. Ours. */
export const replyTo = z.object({
  message_id: z.nullish(id),
  /** Whose words they are: of a person of the team the name; none: the lead's or the agent's, by the role. */
  person: z.nullish(z.string()),
  role: z.nullish(messageRole),
  type: z.nullish(z.string()),
  preview: z.nullish(z.string()),
})
export type ReplyTo = z.infer<typeof replyTo>

/** What the team has reacted with; without an emoji it was taken back, or the channel refused it, and says why. Ours. */
const ourReaction = z.object({ emoji: z.nullish(z.string()), person: z.nullish(z.string()), error: z.nullish(z.string()) })

/** What everybody who may read a message is told of it, its lead too (calls/webchat.ts). */
export const messageShape = {
  message_id: id,
  role: messageRole,
  content: z.string(),
  timestamp,
  /** 'text', or image, audio, video, document, location, sticker, contact, template, system …; unknown ones show a placeholder. */
  type: z.optional(z.string()),
  /** Place in the conversation, from 1, without holes. One of what was before (`source: history`) has none. Ours. */
  seq: z.optional(z.int()),
  /** The sender's Idempotency-Key. Ours. */
  client_message_id: z.nullish(z.string()),
}

/** Section 3, Message. What follows `status` is ours and optional to every client. */
export const message = z.object({
  ...messageShape,
  manual: z.nullish(z.boolean()),
  status: z.optional(messageStatus),
  /** Staff member who wrote a manual message. */
  sender: z.nullish(z.object({ id, name: z.string() })),
  attachment: z.nullish(attachment),
  /** Of type 'reaction': to which message, where the provider knows it, and with what; without an emoji it was taken back. */
  reaction: z.nullish(z.object({ to: z.nullish(id), emoji: z.nullish(z.string()) })),
  delivery: z.nullish(deliveryState),
  delivery_error: z.nullish(z.string()),
  /** What else is known of how it went; the channel's own history confirmed it, say. Ours. */
  delivery_note: z.nullish(z.string()),
  /** Since when it stands in other words than it came in; what it said before is among its facts. */
  edited_at: z.nullish(timestamp),
  /** Since when it is taken back: its text and file are gone. */
  revoked_at: z.nullish(timestamp),
  /** It was written to somebody else first; 'often': to many. */
  forwarded: z.nullish(z.enum(['once', 'often'])),
  /** The product of the channel's catalogue that it is about, by the shop's own id. */
  product: z.nullish(z.string()),
  ad: z.nullish(ad),
  order: z.nullish(order),
  source: z.nullish(messageSource),
  reply_to: z.nullish(replyTo),
  our_reaction: z.nullish(ourReaction),
  /** What it offers to choose from, and, of a lead's, what was chosen; the question is what it answers. Ours. */
  choices: z.nullish(choices),
  choice: z.nullish(z.object({ id: z.string(), title: z.string() })),
  /** What is said in a sound (entities/transcript.ts); a state of somebody else's is shown as nothing. */
  transcript: z.nullish(z.object({ state: z.string(), text: z.string() })),
  /** What a lead's file is about, in one line: it is being read ('reading'), was read ('done'), or could not be ('failed'). Ours. */
  file_line: z.nullish(z.object({ state: z.string(), line: z.string() })),
})
export type Message = z.infer<typeof message>
