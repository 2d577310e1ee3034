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
 * Acquires the import lock of a tenant until the transaction ends: editing a message acquires it shared, an import exclusively. An edit
 * therefore waits for a running import, so that the edit is not missed. Acquire this lock before any row lock.
 */
export const lockImportShared = (tx: Tx, tenantId: string) =>
  tx.db.execute(sql`SELECT pg_advisory_xact_lock_shared(hashtext(${tenantId}), hashtext('import'))`)
export const lockImportExclusive = (tx: Tx, tenantId: string) =>
  tx.db.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${tenantId}), hashtext('import'))`)

/** Applies the pending edits and deletions of an imported message, and emits the changed message. See `Conversations.amend`. */
export async function editImportedMessage(tx: Tx, tenantId: string, channelId: string, at: Date): Promise<Revocation | null> {
  const row = await applyPendingEdits(tx, tenantId, channelId, at)
  if (!row) return null
  const { conversationId } = row
  const view = await loadConversation(tx.db, tenantId, conversationId)
  const { lead_id: leadId } = view
  tx.emit({ name: 'message.changed', payload: { tenantId, leadId, conversationId, message: presentImportedMessage(row) } })
  if (view.last_seq === 0) tx.emit({ name: 'conversation.changed', payload: { tenantId, conversation: view } })
  return getImportedEditTimes(row).revokedAt ? { leadId, messageId: row.id } : null
}

/**
 * Applies edits and deletions that arrived before their messages were imported, without emitting events. @returns our ids of the deleted
 * messages
 */
export async function applyEditsBeforeImport(
  tx: Tx,
  tenantId: string,
  added: readonly { channelId: string }[],
  at: Date,
): Promise<ReadonlySet<string>> {
  const ids = added.map(({ channelId }) => channelId)
  const waiting = await tx.db
    .select({ channelId: messageEdits.channelId })
    .from(messageEdits)
    .where(whereTenant(messageEdits, tenantId, eq(messageEdits.applied, false), equalsAny(messageEdits.channelId, ids)))
    .groupBy(messageEdits.channelId)
  const gone = new Set<string>()
  for (const { channelId } of waiting) {
    const row = await applyPendingEdits(tx, tenantId, channelId, at)
    if (row && getImportedEditTimes(row).revokedAt) gone.add(row.id)
  }
  return gone
}

async function applyPendingEdits(tx: Tx, tenantId: string, channelId: string, at: Date): Promise<ImportedMessageRow | null> {
  const waiting = await listPendingEdits(tx, tenantId, channelId)
  const before = waiting.length > 0 ? await lockImportedMessageForUpdate(tx, tenantId, channelId) : null
  if (!before) return null
  let row = before
  for (const amendment of waiting) {
    const { editedAt, revokedAt } = getImportedEditTimes(row)
    // The same rules as for other messages: only the author can change a message, the newest text applies, and a deleted message stays
    // deleted.
    if (amendment.byLead !== (row.role === 'humano') || revokedAt) continue
    if (amendment.content !== null && editedAt && new Date(editedAt) > amendment.saidAt) continue
    if (amendment.content !== null && !editedAt) await storeOriginalText(tx, row, amendment, at)
    row = { ...row, ...toEditedColumns(row, amendment) }
  }
  const isTakenBack = getImportedEditTimes(row).revokedAt !== null
  await markEditsApplied(tx, tenantId, channelId, isTakenBack)
  if (row === before) return null
  const { content, attachment, meta } = row
  await tx.db
    .update(importedMessages)
    .set({ content, attachment, meta })
    .where(whereTenant(importedMessages, tenantId, eq(importedMessages.id, row.id)))
  if (isTakenBack) await eraseQuotes(tx, tenantId, row.conversationId, row.id, at)
  await updateListPreview(tx, row, isTakenBack ? DELETED_MESSAGE_PREVIEW[row.role] : content, at)
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
 * Locks an imported message and returns it. Locks its conversation first, as all code does, to avoid deadlocks. Returns null if the message
 * does not exist.
 */
async function lockImportedMessageForUpdate(tx: Tx, tenantId: string, channelId: string): Promise<ImportedMessageRow | null> {
  const which = whereTenant(importedMessages, tenantId, eq(importedMessages.channelId, channelId))
  const [place] = await tx.db.select({ id: importedMessages.conversationId }).from(importedMessages).where(which)
  if (!place) return null
  await tx.db
    .select({ id: conversations.id })
    .from(conversations)
    .where(whereTenant(conversations, tenantId, eq(conversations.id, place.id)))
    .for('update')
  const [row] = await tx.db.select().from(importedMessages).where(which).for('update')
  return row ?? null
}

/** Updates the text in the conversation list, if this imported message is the newest message of the conversation. */
async function updateListPreview(
  tx: Tx,
  { tenantId, conversationId, id }: ImportedMessageRow,
  preview: string,
  at: Date,
): Promise<void> {
  const mine = whereTenant(conversations, tenantId, eq(conversations.id, conversationId))
  await tx.db.update(conversations).set({ pastChangedAt: at }).where(mine)
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
    .where(and(mine, eq(conversations.lastSeq, 0)))
}
