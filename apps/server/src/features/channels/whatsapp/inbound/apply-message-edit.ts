import * as z from 'zod/mini'
import type { Tx } from '../../../../platform/database/database.ts'
import type { whatsappEvents } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { getAdImageId } from '../../../../platform/files/ad-image-id.ts'
import type { Conversations } from '../../../conversations/ports.ts'
import type { Files } from '../../../files/ports.ts'
import { hashErasedMessageId } from '../lead-data/hash-erased-message-id.ts'
import { scheduleEventPurge } from '../webhook/purge-events.ts'
import { findErasureMarks } from './insert-events.ts'
import { parseMessage } from './parse-message.ts'

/** Edit or deletion of a message by its author. */
export interface ParsedMessageEdit {
  /** Meta's id of the changed message. */
  channelId: string
  /** New text; null if the message was deleted; undefined if the new text cannot be read, in which case nothing changes. */
  content: string | null | undefined
}

const editedMessage = z.object({ original_message_id: z.coerce.string().check(z.minLength(1)) })
const messageEdit = z.discriminatedUnion('type', [
  z.object({ type: z.literal('edit'), edit: z.extend(editedMessage, { message: z.unknown() }) }),
  z.object({ type: z.literal('revoke'), revoke: editedMessage }),
])

/** Parses an edit or deletion of a message. Returns null for any other message. */
export function parseMessageEdit(message: unknown): ParsedMessageEdit | null {
  const parsed = messageEdit.safeParse(message).data
  if (!parsed) return null
  if (parsed.type === 'revoke') return { channelId: parsed.revoke.original_message_id, content: null }
  return { channelId: parsed.edit.original_message_id, content: getEditedText(parsed.edit.message) }
}

/**
 * Returns the new text of an edited message, or '' if the caption of a file was removed. Returns undefined if the new content is
 * unsupported or empty.
 */
function getEditedText(message: unknown): string | undefined {
  const { type, content, file } = parseMessage(message)
  return type === 'unsupported' || (content === '' && !file) ? undefined : content
}

/** Applies an edit or deletion to a message, or stores it until the message arrives. Deletes the file of a deleted message. */
export async function applyMessageEdit(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  ports: { conversations: Pick<Conversations, 'editMessage'>; files: Pick<Files, 'deleteMessageFiles'> },
  { tenantId, numberId, kind, key, sender }: typeof whatsappEvents.$inferSelect,
  { edit, saidAt }: { edit: ParsedMessageEdit; saidAt: Date },
  at: Date,
): Promise<void> {
  const { channelId, content } = edit
  if (content === undefined) return
  const byLead = kind === 'message'
  // The lead of the message was erased, so its data must not be stored again.
  if ((await findErasureMarks(tx, { tenantId, numberId }, [hashErasedMessageId(`${kind}:${channelId}`)])).length > 0) return
  const revocation = await ports.conversations.editMessage(tx, { tenantId, key, sender, byLead, saidAt, channelId, content }, at)
  await scheduleEventPurge(tx, { jobs }, tenantId)
  if (revocation) {
    const target = {
      leadId: revocation.leadId,
      messageIds: [revocation.messageId, getAdImageId(revocation.messageId)],
      visitor: null,
    }
    await ports.files.deleteMessageFiles(tx, tenantId, target)
  }
}
