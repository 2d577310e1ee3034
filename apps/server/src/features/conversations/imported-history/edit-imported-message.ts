import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { equalsAny } from '../../../platform/database/queries/equals-any.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { conversations } from '../../../platform/database/schema/conversations/conversations.ts'
import { messageEdits } from '../../../platform/database/schema/conversations/message-edits.ts'
import { importedMessages } from '../../../platform/database/schema/whatsapp/imported-history.ts'
import { formatPreviewText } from '../../../platform/messages/preview-text.ts'
import type { Revocation } from '../edits/message-edit.ts'
import {
  DELETED_MESSAGE_PREVIEW,
  listPendingEdits,
  type MessageEditRow,
  markEditsApplied,
  storeOriginalText,
} from '../edits/pending-edits.ts'
import { loadConversation } from '../load-conversation.ts'
import { REACTION_MESSAGE_TYPE } from '../messages/message-types.ts'
import { eraseQuotes } from '../messages/quote.ts'
import { getImportedEditTimes, type ImportedMessageRow, presentImportedMessage } from './present-imported-message.ts'

/**
 * Acquires a tenant's import lock in shared mode until the transaction ends. An edit thereby waits for a running import and is not missed.
 * Acquire it before any row lock.
 */
export const lockImportShared = (tx: Tx, tenantId: string) =>
  tx.db.execute(sql`SELECT pg_advisory_xact_lock_shared(hashtext(${tenantId}), hashtext('import'))`)
/** Acquires a tenant's import lock exclusively until the transaction ends. Edits of messages wait for it. */
export const lockImportExclusive = (tx: Tx, tenantId: string) =>
  tx.db.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${tenantId}), hashtext('import'))`)

/** Applies the pending edits and deletions of an imported message, and emits the changed message. See `Conversations.editMessage`. */
export async function editImportedMessage(tx: Tx, tenantId: string, channelId: string, at: Date): Promise<Revocation | null> {
  const row = await applyPendingEdits(tx, tenantId, channelId, at)
  if (!row) return null
  const { conversationId } = row
  const conversation = await loadConversation(tx.db, tenantId, conversationId)
  const { lead_id: leadId } = conversation
  tx.emit({ name: 'message.changed', payload: { tenantId, leadId, conversationId, message: presentImportedMessage(row) } })
  if (conversation.last_seq === 0) tx.emit({ name: 'conversation.changed', payload: { tenantId, conversation: conversation } })
  return getImportedEditTimes(row).revokedAt ? { leadId, messageId: row.id } : null
}

/**
 * Applies edits and deletions that arrived before their messages were imported. Emits no events.
 * @returns our ids of the deleted messages
 */
export async function applyEditsBeforeImport(
  tx: Tx,
  tenantId: string,
  imported: readonly { channelId: string }[],
  at: Date,
): Promise<ReadonlySet<string>> {
  const ids = imported.map(({ channelId }) => channelId)
  const messagesWithEdits = await tx.db
    .select({ channelId: messageEdits.channelId })
    .from(messageEdits)
    .where(whereTenant(messageEdits, tenantId, eq(messageEdits.applied, false), equalsAny(messageEdits.channelId, ids)))
    .groupBy(messageEdits.channelId)
  const revokedIds = new Set<string>()
  for (const { channelId } of messagesWithEdits) {
    const row = await applyPendingEdits(tx, tenantId, channelId, at)
    if (row && getImportedEditTimes(row).revokedAt) revokedIds.add(row.id)
  }
  return revokedIds
}

async function applyPendingEdits(tx: Tx, tenantId: string, channelId: string, at: Date): Promise<ImportedMessageRow | null> {
  const pendingEdits = await listPendingEdits(tx, tenantId, channelId)
  const lockedRow = pendingEdits.length > 0 ? await lockImportedMessageForUpdate(tx, tenantId, channelId) : null
  if (!lockedRow) return null
  let row = lockedRow
  for (const edit of pendingEdits) {
    const { editedAt, revokedAt } = getImportedEditTimes(row)
    // As for other messages, only the author can change a message, the newest text applies, and a deleted message stays deleted.
    if (edit.byLead !== (row.role === 'humano') || revokedAt) continue
    if (edit.content !== null && editedAt && new Date(editedAt) > edit.saidAt) continue
    if (edit.content !== null && !editedAt) await storeOriginalText(tx, row, edit, at)
    row = { ...row, ...toEditedColumns(row, edit) }
  }
  const isRevoked = getImportedEditTimes(row).revokedAt !== null
  await markEditsApplied(tx, tenantId, channelId, isRevoked)
  if (row === lockedRow) return null
  const { content, attachment, meta } = row
  await tx.db
    .update(importedMessages)
    .set({ content, attachment, meta })
    .where(whereTenant(importedMessages, tenantId, eq(importedMessages.id, row.id)))
  if (isRevoked) await eraseQuotes(tx, tenantId, row.conversationId, row.id, at)
  await updateListPreview(tx, row, isRevoked ? DELETED_MESSAGE_PREVIEW[row.role] : content, at)
  return row
}

const toEditedColumns = (
  { meta }: ImportedMessageRow,
  { content, saidAt }: MessageEditRow,
): Pick<ImportedMessageRow, 'content' | 'meta'> & Partial<ImportedMessageRow> =>
  content === null
    ? { content: '', attachment: null, meta: { revokedAt: saidAt.toISOString() } }
    : { content, meta: { ...meta, editedAt: saidAt.toISOString() } }

/**
 * Locks an imported message and returns it; null if it does not exist. Locks the conversation first, as all other code does, to avoid
 * deadlocks.
 */
async function lockImportedMessageForUpdate(tx: Tx, tenantId: string, channelId: string): Promise<ImportedMessageRow | null> {
  const messageCondition = whereTenant(importedMessages, tenantId, eq(importedMessages.channelId, channelId))
  const [conversation] = await tx.db
    .select({ id: importedMessages.conversationId })
    .from(importedMessages)
    .where(messageCondition)
  if (!conversation) return null
  await tx.db
    .select({ id: conversations.id })
    .from(conversations)
    .where(whereTenant(conversations, tenantId, eq(conversations.id, conversation.id)))
    .for('update')
  const [row] = await tx.db.select().from(importedMessages).where(messageCondition).for('update')
  return row ?? null
}

/** Updates the text in the conversation list, if this imported message is the newest message of the conversation. */
async function updateListPreview(
  tx: Tx,
  { tenantId, conversationId, id }: ImportedMessageRow,
  preview: string,
  at: Date,
): Promise<void> {
  const conversationCondition = whereTenant(conversations, tenantId, eq(conversations.id, conversationId))
  await tx.db.update(conversations).set({ pastChangedAt: at }).where(conversationCondition)
  const [newest] = await tx.db
    .select({ id: importedMessages.id })
    .from(importedMessages)
    .where(
      whereTenant(
        importedMessages,
        tenantId,
        eq(importedMessages.conversationId, conversationId),
        ne(importedMessages.type, REACTION_MESSAGE_TYPE),
      ),
    )
    .orderBy(desc(importedMessages.saidAt), desc(importedMessages.id))
    .limit(1)
  if (newest?.id !== id || preview === '') return
  await tx.db
    .update(conversations)
    .set({ lastMessagePreview: formatPreviewText(preview) })
    .where(and(conversationCondition, eq(conversations.lastSeq, 0)))
}
