import type { Message } from '@prosa/contract/entities/conversations/message'
import { and, eq, gt, isNull, lt, ne, notExists, notInArray, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { latestTime } from '../../../platform/database/queries/latest-time.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { conversations, messages } from '../../../platform/database/schema/conversations/conversations.ts'
import { messageEdits } from '../../../platform/database/schema/conversations/message-edits.ts'
import { formatPreviewText } from '../../../platform/messages/preview-text.ts'
import { editImportedMessage, lockImportShared } from '../imported-history/edit-imported-message.ts'
import { loadConversation } from '../load-conversation.ts'
import { isShownInList } from '../messages/is-shown-in-list.ts'
import { getPermanentMarks } from '../messages/message-marks.ts'
import { NOTICE_MESSAGE_TYPE, REACTION_MESSAGE_TYPE } from '../messages/message-types.ts'
import { presentMessage } from '../messages/present-message.ts'
import { eraseQuotes } from '../messages/quote.ts'
import { lockMessageForUpdate } from '../outbound/advance-delivery-status.ts'
import type { MessageRow } from '../ports.ts'
import { deleteTranscript } from '../transcripts/lead-transcripts.ts'
import type { MessageEdit, Revocation } from './message-edit.ts'
import {
  DELETED_MESSAGE_PREVIEW,
  listPendingEdits,
  lockMessageEdits,
  markEditsApplied,
  storeOriginalText,
} from './pending-edits.ts'

/** Stores an edit or deletion of a message, and applies it if the message is already stored. See `Conversations.editMessage`. */
export async function editMessage(tx: Tx, { tenantId, ...edit }: MessageEdit, at: Date): Promise<Revocation | null> {
  const { channelId } = edit
  await lockMessageEdits(tx, tenantId, channelId)
  await lockImportShared(tx, tenantId)
  await tx.db
    .insert(messageEdits)
    .values({ tenantId, ...edit, receivedAt: at, applied: false })
    .onConflictDoNothing()
  const row = await applyPendingEdits(tx, tenantId, channelId, at)
  if (!row) return editImportedMessage(tx, tenantId, channelId, at)
  const conversation = await loadConversation(tx.db, tenantId, row.conversationId)
  const { lead_id: leadId } = conversation
  tx.emit({
    name: 'message.changed',
    payload: { tenantId, leadId, conversationId: row.conversationId, message: presentMessage(row) },
  })
  if (await isShownInList(tx, row)) tx.emit({ name: 'conversation.changed', payload: { tenantId, conversation: conversation } })
  return row.revokedAt ? { leadId, messageId: row.id } : null
}

/**
 * Applies the pending edits and deletions of a message without emitting an event.
 * @returns the updated message, or null if the message is not stored or has no pending edit
 */
async function applyPendingEdits(tx: Tx, tenantId: string, channelId: string, at: Date): Promise<MessageRow | null> {
  const pendingEdits = await listPendingEdits(tx, tenantId, channelId)
  if (pendingEdits.length === 0) return null
  let row = await lockMessageForUpdate(tx, tenantId, { channelId })
  if (!row) return null
  for (const edit of pendingEdits) {
    // Only the author of a message can edit or delete the message.
    if (edit.byLead !== (row.role === 'humano') || row.revokedAt) continue
    row =
      edit.content === null
        ? await revokeMessage(tx, row, edit.saidAt, at)
        : await applyTextEdit(tx, row, { ...edit, content: edit.content }, at)
  }
  await markEditsApplied(tx, tenantId, channelId, row.revokedAt !== null)
  return row
}

/** Applies edits and deletions that arrived before the message itself. Returns the updated message. */
export async function applyEarlierEdits(
  tx: Tx,
  { tenantId, channelId }: { tenantId: string; channelId?: string | null },
  storedMessage: Message,
  at: Date,
): Promise<Message> {
  const editedRow = channelId ? await applyPendingEdits(tx, tenantId, channelId, at) : null
  return editedRow ? presentMessage(editedRow) : storedMessage
}

async function applyTextEdit(
  tx: Tx,
  row: MessageRow,
  { content, saidAt, sender, byLead }: Pick<MessageEdit, 'saidAt' | 'sender' | 'byLead'> & { content: string },
  at: Date,
): Promise<MessageRow> {
  const { tenantId, channelId } = row
  if (row.editedAt && row.editedAt > saidAt) return row
  if (!row.editedAt && channelId)
    await storeOriginalText(tx, { tenantId, channelId, content: row.content, saidAt: row.createdAt }, { sender, byLead }, at)
  return updateMessage(tx, row, { content, editedAt: saidAt }, content || null, at)
}

async function revokeMessage(tx: Tx, row: MessageRow, saidAt: Date, at: Date): Promise<MessageRow> {
  const changed = await updateMessage(
    tx,
    row,
    {
      content: '',
      attachment: null,
      transcript: null,
      aboutFile: null,
      meta: getPermanentMarks(row.meta),
      requestHash: null,
      revokedAt: saidAt,
    },
    DELETED_MESSAGE_PREVIEW[row.role],
    at,
  )
  await deleteTranscript(tx, row)
  await eraseQuotes(tx, row.tenantId, row.conversationId, row.id, at)
  if (row.role === 'humano') await endWaitingIfAnswered(tx, row)
  return changed
}

async function updateMessage(
  tx: Tx,
  row: MessageRow,
  changes: Partial<MessageRow>,
  preview: string | null,
  at: Date,
): Promise<MessageRow> {
  const { tenantId, conversationId } = row
  await tx.db
    .update(messages)
    .set({ ...changes, changedAt: at })
    .where(whereTenant(messages, tenantId, eq(messages.id, row.id)))
  // The conversation moves to the top of the list only if its preview changes.
  if (preview !== null && (await isShownInList(tx, row)))
    await tx.db
      .update(conversations)
      .set({
        lastMessagePreview: formatPreviewText(preview),
        updatedAt: latestTime(conversations.updatedAt, at),
      })
      .where(whereTenant(conversations, tenantId, eq(conversations.id, conversationId)))
  return { ...row, ...changes, changedAt: at }
}

/** Clears the time since which the lead waits for an answer, if the lead deleted every unanswered message. */
async function endWaitingIfAnswered(tx: Tx, { tenantId, conversationId }: MessageRow): Promise<void> {
  const conversationCondition = whereTenant(messages, tenantId, eq(messages.conversationId, conversationId))
  const lastTeamSeq = tx.db
    .select({ seq: sql<number>`COALESCE(MAX(${messages.seq}), 0)` })
    .from(messages)
    .where(and(conversationCondition, eq(messages.role, 'AI'), ne(messages.type, REACTION_MESSAGE_TYPE)))
  const unanswered = tx.db
    .select({ seq: messages.seq })
    .from(messages)
    .where(
      and(
        conversationCondition,
        eq(messages.role, 'humano'),
        notInArray(messages.type, [NOTICE_MESSAGE_TYPE, REACTION_MESSAGE_TYPE]),
        isNull(messages.revokedAt),
        gt(messages.seq, lastTeamSeq),
      ),
    )
  await tx.db
    .update(conversations)
    .set({ waitingSince: null })
    .where(whereTenant(conversations, tenantId, eq(conversations.id, conversationId), notExists(unanswered)))
}

/**
 * Deletes edits older than `before` whose message never arrived. Returns whether unmatched edits remain. See
 * `Conversations.deleteUnmatchedEdits`.
 */
export async function deleteUnmatchedEdits(tx: Tx, tenantId: string, before: Date): Promise<boolean> {
  const unmatchedCondition = whereTenant(messageEdits, tenantId, eq(messageEdits.applied, false))
  await tx.db.delete(messageEdits).where(and(unmatchedCondition, lt(messageEdits.receivedAt, before)))
  return (await tx.db.$count(messageEdits, unmatchedCondition)) > 0
}
