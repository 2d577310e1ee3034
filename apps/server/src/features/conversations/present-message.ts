import { type Attachment, attachment, type Message } from '@prosa/contract/entities/message'
import * as z from 'zod/mini'
import { writtenKey } from '../../kernel/http/idempotency-key.ts'
import { SEE_PHONE } from '../../kernel/see-phone.ts'
import type { MessageRow } from './ports.ts'

const reactionMeta = z.object({ reactsTo: z.nullish(z.string()), emoji: z.nullish(z.string()) })

type Shown =
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
  | 'delivery'
  | 'deliveryError'
  | 'meta'

/** What a message carries, as any version of ours has kept it; what cannot be read is shown as nothing. */
export const readAttachment = (kept: unknown): Attachment | null =>
  kept === null ? null : (attachment.safeParse(kept).data ?? null)

/** Row → contract. */
export function presentMessage(row: Pick<MessageRow, Shown>): Message {
  const reaction = row.type === 'reaction' ? reactionMeta.safeParse(row.meta).data : null
  return {
    message_id: row.id,
    role: row.role,
    // One that came before it was said why it is empty.
    content: row.type === 'unsupported' ? row.content || SEE_PHONE : row.content,
    timestamp: row.createdAt.toISOString(),
    type: row.type,
    manual: row.manual,
    status: 'processed',
    seq: row.seq,
    client_message_id: writtenKey(row.clientKey),
    sender: row.senderId && row.senderName ? { id: row.senderId, name: row.senderName } : null,
    attachment: readAttachment(row.attachment),
    ...(reaction ? { reaction: { to: reaction.reactsTo ?? null, emoji: reaction.emoji ?? null } } : {}),
    delivery: row.delivery,
    delivery_error: row.deliveryError,
  }
}
