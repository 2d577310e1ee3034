import { mediaPath } from '@prosa/contract/calls/whatsapp/channels'
import { type Attachment, attachment, type Message } from '@prosa/contract/entities/conversations/message'
import { buildPath } from '@prosa/contract/http'
import * as z from 'zod/mini'
import { getAdImageId } from '../../../platform/files/ad-image-id.ts'
import { toClientKey } from '../../../platform/http/calls/idempotency-key.ts'
import { presentFileLine } from '../documents/present-file-line.ts'
import type { MessageRow } from '../ports.ts'
import { presentChoices, presentSelectedChoice } from './choices.ts'
import { getDisplayedType } from './file-meta.ts'
import { getAutomaticMark } from './message-marks.ts'
import { presentQuote } from './quote.ts'

const reactionMeta = z.object({ reactsTo: z.nullish(z.string()), emoji: z.nullish(z.string()) })
const forwardedMark = z.object({ forwarded: z.enum(['once', 'often']) })
const productMeta = z.object({ product: z.string() })
const orderMeta = z.object({
  order: z.object({
    product_items: z.array(
      z.object({
        product_retailer_id: z.string(),
        quantity: z.number(),
        item_price: z.nullish(z.number()),
        currency: z.nullish(z.string()),
      }),
    ),
  }),
})

const optionalText = z.nullish(z.string())
const ourReactionMeta = z.object({ ourReaction: z.object({ emoji: optionalText, person: optionalText, error: optionalText }) })
const adMeta = z.object({
  referral: z.object({ source_id: optionalText, headline: optionalText, body: optionalText, source_url: optionalText }),
  adPicture: z.nullish(z.boolean()),
})

/**
 * Returns the additional fields of a lead's message: forwarding mark, product, advertisement and order. Returns an empty object for
 * outgoing messages.
 */
export const presentLeadMessageMarks = ({ id, role, meta }: Pick<MessageRow, 'id' | 'role' | 'meta'>) =>
  role === 'humano' && meta
    ? {
        ...forwardedMark.safeParse(meta).data,
        ...productMeta.safeParse(meta).data,
        ...presentAd(id, meta),
        ...presentOrder(meta),
      }
    : {}

/** Parses a lead's order from the channel's product catalogue. Returns an empty object if `meta` contains none. */
function presentOrder(meta: unknown): Pick<Message, 'order'> {
  const items = orderMeta.safeParse(meta).data?.order.product_items
  if (!items) return {}
  return {
    order: {
      items: items.map(({ product_retailer_id: id, item_price: price, quantity, currency }) => ({
        id,
        quantity,
        price,
        currency,
      })),
    },
  }
}

/** Parses the advertisement through which the lead started to write. Returns an empty object if `meta` contains none. */
function presentAd(id: string, meta: unknown): Pick<Message, 'ad'> {
  const ad = adMeta.safeParse(meta).data
  if (!ad) return {}
  const { source_id, headline, body, source_url: url } = ad.referral
  const picture = ad.adPicture ? `/api${buildPath(mediaPath, { messageId: getAdImageId(id) })}` : null
  return { ad: { source_id, headline, body, url, picture } }
}

/** Schema of the mark on a message whose delivery was unknown at first and was confirmed later. */
const confirmedMeta = z.object({ confirmedAt: z.string() })
const CONFIRMED_TEXT = 'Confirmada pelo histórico da Meta'

/**
 * Returns who wrote an outgoing message: the agent, a user in the panel, the team on its phone, or the phone automatically. A manual
 * message without a sender was written on the phone.
 */
const getMessageSource = ({ manual, senderId, meta }: Pick<MessageRow, 'manual' | 'senderId' | 'meta'>): Message['source'] => {
  if (getAutomaticMark(meta)) return 'phone_auto'
  if (!manual) return 'agent'
  return senderId === null ? 'phone' : 'panel'
}

type PresentedColumn =
  | 'id'
  | 'role'
  | 'content'
  | 'createdAt'
  | 'type'
  | 'manual'
  | 'seq'
  | 'clientKey'
  | 'senderId'
  | 'senderName'
  | 'attachment'
  | 'transcript'
  | 'aboutFile'
  | 'delivery'
  | 'deliveryError'
  | 'meta'
  | 'editedAt'
  | 'revokedAt'

function presentOurReaction(meta: unknown): Pick<Message, 'our_reaction'> {
  const reaction = ourReactionMeta.safeParse(meta).data?.ourReaction
  return reaction ? { our_reaction: reaction } : {}
}

/** Parses a stored attachment. Returns null if there is none or the stored value is invalid. */
export const parseAttachment = (value: unknown): Attachment | null =>
  value === null ? null : (attachment.safeParse(value).data ?? null)

/** Message types whose files have a thumbnail (MEDIA-14). */
const THUMBNAIL_TYPES: ReadonlySet<string> = new Set(['image', 'sticker'])

const getThumbnailUrl = (url: string): string => `${url}?size=thumb`

/**
 * Converts a stored attachment to the API format. Adds the URL of the thumbnail for an image or sticker.
 * @param type displayed type of the message
 */
export function presentAttachment({
  type,
  attachment: storedAttachment,
}: {
  type: string
  attachment: unknown
}): Attachment | null {
  const parsed = parseAttachment(storedAttachment)
  return parsed?.url && THUMBNAIL_TYPES.has(type) ? { ...parsed, thumb_url: getThumbnailUrl(parsed.url) } : parsed
}

export function presentMessage(row: Pick<MessageRow, PresentedColumn>): Message {
  const type = getDisplayedType(row)
  const reaction = row.type === 'reaction' ? reactionMeta.safeParse(row.meta).data : null
  return {
    message_id: row.id,
    role: row.role,
    content: row.content,
    timestamp: row.createdAt.toISOString(),
    type,
    manual: row.manual,
    status: 'processed',
    seq: row.seq,
    client_message_id: toClientKey(row.clientKey),
    sender: row.senderId && row.senderName ? { id: row.senderId, name: row.senderName } : null,
    attachment: presentAttachment({ type, attachment: row.attachment }),
    ...(row.transcript ? { transcript: row.transcript } : {}),
    ...presentFileLine(row.aboutFile),
    ...(reaction ? { reaction: { to: reaction.reactsTo ?? null, emoji: reaction.emoji ?? null } } : {}),
    delivery: row.delivery,
    delivery_error: row.deliveryError,
    ...(row.meta && confirmedMeta.safeParse(row.meta).success ? { delivery_note: CONFIRMED_TEXT } : {}),
    ...(row.editedAt ? { edited_at: row.editedAt.toISOString() } : {}),
    ...(row.revokedAt ? { revoked_at: row.revokedAt.toISOString() } : {}),
    ...(row.role === 'AI' ? { source: getMessageSource(row) } : {}),
    ...presentLeadMessageMarks(row),
    ...presentQuote(row.meta),
    ...(row.meta && (row.role === 'AI' ? presentChoices(row.meta) : presentSelectedChoice(row))),
    ...presentOurReaction(row.meta),
  }
}
