import type { Message } from '@prosa/contract/entities/conversations/message'
import * as z from 'zod/mini'
import type { importedMessages } from '../../../platform/database/schema/whatsapp/imported-history.ts'
import { presentAttachment, presentLeadMessageMarks } from '../messages/present-message.ts'

export type ImportedMessageRow = typeof importedMessages.$inferSelect

const reactionMeta = z.object({ reactionTo: z.nullish(z.string()), emoji: z.nullish(z.string()) })

/** Returns the channel's id of the message to which a reaction refers, or null if the row is not a reaction. */
export const getReactionTarget = ({ type, meta }: Pick<ImportedMessageRow, 'type' | 'meta'>): string | null =>
  (type === 'reaction' && reactionMeta.safeParse(meta).data?.reactionTo) || null

const optionalText = z.nullish(z.string())
const editMeta = z.object({ editedAt: optionalText, revokedAt: optionalText })

/**
 * Returns the times at which an imported message was last edited and was deleted, in ISO format; null for never. Both are stored in `meta`.
 */
export function getImportedEditTimes({ meta }: Pick<ImportedMessageRow, 'meta'>): {
  editedAt: string | null
  revokedAt: string | null
} {
  const { editedAt = null, revokedAt = null } = editMeta.safeParse(meta).data ?? {}
  return { editedAt, revokedAt }
}

/**
 * Converts an imported message to the API's `Message`.
 * @param idByChannelId our message ids, by the channel's message id
 */
export function presentImportedMessage(row: ImportedMessageRow, idByChannelId: ReadonlyMap<string, string> = new Map()): Message {
  const target = getReactionTarget(row)
  const { editedAt, revokedAt } = getImportedEditTimes(row)
  return {
    message_id: row.id,
    role: row.role,
    content: row.content,
    timestamp: row.saidAt.toISOString(),
    type: row.type,
    manual: row.role === 'AI',
    status: 'processed',
    sender: null,
    attachment: presentAttachment(row),
    ...(row.type === 'reaction'
      ? {
          reaction: {
            to: (target && idByChannelId.get(target)) ?? null,
            emoji: reactionMeta.safeParse(row.meta).data?.emoji ?? null,
          },
        }
      : {}),
    delivery: row.delivery,
    delivery_error: null,
    source: 'history',
    ...(editedAt ? { edited_at: editedAt } : {}),
    ...(revokedAt ? { revoked_at: revokedAt } : {}),
    ...presentLeadMessageMarks(row),
  }
}
