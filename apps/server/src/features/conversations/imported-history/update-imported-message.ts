import type { Attachment } from '@prosa/contract/entities/conversations/message'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { importedMessages } from '../../../platform/database/schema/whatsapp/imported-history.ts'
import { loadConversation } from '../load-conversation.ts'
import { parseAttachment } from '../messages/present-message.ts'
import type { ImportedMessageUpdate } from './ports.ts'
import { getImportedEditTimes, presentImportedMessage } from './present-imported-message.ts'

/** Type of an imported message whose file has not been received yet. */
const MEDIA_PLACEHOLDER_TYPE = 'media_placeholder'

const channelIdCondition = (tenantId: string, channelId: string) =>
  whereTenant(importedMessages, tenantId, eq(importedMessages.channelId, channelId))

/** Adds data that arrives after the import, such as a file. See `ImportedHistoryPort.updateImportedMessage`. */
export async function updateImportedMessage(
  tx: Tx,
  { tenantId, channelId, ...update }: ImportedMessageUpdate,
): Promise<{ isStored: boolean; messageId: string | null }> {
  const [row] = await tx.db.select().from(importedMessages).where(channelIdCondition(tenantId, channelId)).for('update')
  if (!row) return { isStored: false, messageId: null }
  // A repeated event may find the file already stored. A deleted message gets no file.
  const { editedAt, revokedAt } = getImportedEditTimes(row)
  if (row.type !== MEDIA_PLACEHOLDER_TYPE || revokedAt) return { isStored: true, messageId: null }
  const content = editedAt ? row.content : update.content
  await saveImportedMessage(tx, row, { ...update, content, meta: { ...row.meta, ...update.meta } })
  return { isStored: true, messageId: row.id }
}

/** Locks an imported message until the transaction ends and returns it. Returns null if no imported message has this id. */
export async function lockImportedMessageForUpdate(
  tx: Tx,
  tenantId: string,
  messageId: string,
): Promise<typeof importedMessages.$inferSelect | null> {
  const [row] = await tx.db
    .select()
    .from(importedMessages)
    .where(whereTenant(importedMessages, tenantId, eq(importedMessages.id, messageId)))
    .for('update')
  return row ?? null
}

/**
 * Merges `attachment` into the stored attachment of an imported message and emits the change. Returns false if no imported message has this
 * id.
 */
export async function setImportedAttachment(
  tx: Tx,
  tenantId: string,
  messageId: string,
  attachment: Attachment,
): Promise<boolean> {
  const row = await lockImportedMessageForUpdate(tx, tenantId, messageId)
  if (!row) return false
  await saveImportedMessage(tx, row, { attachment: { ...parseAttachment(row.attachment), ...attachment } })
  return true
}

async function saveImportedMessage(
  tx: Tx,
  row: typeof importedMessages.$inferSelect,
  changes: Partial<Pick<typeof importedMessages.$inferSelect, 'type' | 'content' | 'attachment' | 'meta'>>,
): Promise<void> {
  const { tenantId, conversationId, id } = row
  await tx.db
    .update(importedMessages)
    .set(changes)
    .where(whereTenant(importedMessages, tenantId, eq(importedMessages.id, id)))
  const { lead_id: leadId } = await loadConversation(tx.db, tenantId, conversationId)
  tx.emit({
    name: 'message.changed',
    payload: { tenantId, leadId, conversationId, message: presentImportedMessage({ ...row, ...changes }) },
  })
}
