import type { Attachment, DeliveryState, Message } from '@prosa/contract/entities/message'
import type { messages } from '../../kernel/db/schema/conversations.ts'

/** Row → contract. */
export function presentMessage(row: typeof messages.$inferSelect): Message {
  return {
    message_id: row.id,
    role: row.role,
    content: row.content,
    timestamp: row.createdAt.toISOString(),
    type: row.type,
    manual: row.manual,
    status: 'processed',
    seq: row.seq,
    client_message_id: row.clientKey,
    sender: row.senderId && row.senderName ? { id: row.senderId, name: row.senderName } : null,
    attachment: (row.attachment as Attachment | null) ?? null,
    delivery: row.delivery as DeliveryState | null,
    delivery_error: row.deliveryError,
  }
}
