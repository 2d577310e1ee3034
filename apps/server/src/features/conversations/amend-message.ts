import type { Message } from '@prosa/contract/entities/message'
import { and, eq, gt, isNull, lt, ne, notExists, notInArray, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { noEarlier } from '../../kernel/db/no-earlier.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { conversations, messages } from '../../kernel/db/schema/conversations.ts'
import { messageEdits } from '../../kernel/db/schema/message-edits.ts'
import { previewOf } from '../../kernel/preview-text.ts'
import type { Amendment, TakenBack } from './amendment.ts'
import { NOTICE, REACTION } from './asks-answer.ts'
import { lastingMarks } from './by-itself.ts'
import { isShownInList } from './is-shown-in-list.ts'
import { holdAmendments, keepFirstWording, noteApplied, TAKEN_BACK_PREVIEW, waitingFor } from './kept-amendments.ts'
import { amendInPast, awaitImport } from './past/amend-past.ts'
import type { MessageRow } from './ports.ts'
import { presentMessage } from './present-message.ts'
import { emptyQuotes } from './quote.ts'
import { holdMessage } from './raise-delivery.ts'
import { forgetTranscript } from './transcripts/of-lead.ts'
import { loadView } from './view.ts'

/** Stores an edit or deletion of a message and applies it if the message is stored. See `Conversations.amend`. */
export async function amendMessage(tx: Tx, { tenantId, ...amendment }: Amendment, at: Date): Promise<TakenBack | null> {
  const { channelId } = amendment
  await holdAmendments(tx, tenantId, channelId)
  await awaitImport(tx, tenantId)
  await tx.db
    .insert(messageEdits)
    .values({ tenantId, ...amendment, receivedAt: at, applied: false })
    .onConflictDoNothing()
  const row = await applyAmendments(tx, tenantId, channelId, at)
  if (!row) return amendInPast(tx, tenantId, channelId, at)
  const view = await loadView(tx.db, tenantId, row.conversationId)
  const { lead_id: leadId } = view
  tx.emit({
    name: 'message.changed',
    payload: { tenantId, leadId, conversationId: row.conversationId, message: presentMessage(row) },
  })
  if (await isShownInList(tx, row)) tx.emit({ name: 'conversation.changed', payload: { tenantId, conversation: view } })
  return row.revokedAt ? { leadId, messageId: row.id } : null
}

/**
 * Applies the pending edits and deletions of a message, without emitting an event.
 * @returns the current message, or null if it is not stored or nothing was pending
 */
async function applyAmendments(tx: Tx, tenantId: string, channelId: string, at: Date): Promise<MessageRow | null> {
  const waiting = await waitingFor(tx, tenantId, channelId)
  if (waiting.length === 0) return null
  let row = await holdMessage(tx, tenantId, { channelId })
  if (!row) return null
  for (const amendment of waiting) {
    // Only the author of a message can edit or delete it.
    if (amendment.byLead !== (row.role === 'humano') || row.revokedAt) continue
    row =
      amendment.content === null
        ? await takeBack(tx, row, amendment.saidAt, at)
        : await reword(tx, row, { ...amendment, content: amendment.content }, at)
  }
  await noteApplied(tx, tenantId, channelId, row.revokedAt !== null)
  return row
}

/** Applies edits and deletions that arrived before their message, and returns the current message. */
export async function asAmended(
  tx: Tx,
  { tenantId, channelId }: { tenantId: string; channelId?: string | null },
  stored: Message,
  at: Date,
): Promise<Message> {
  const amended = channelId ? await applyAmendments(tx, tenantId, channelId, at) : null
  return amended ? presentMessage(amended) : stored
}

async function reword(
  tx: Tx,
  row: MessageRow,
  { content, saidAt, sender, byLead }: Pick<Amendment, 'saidAt' | 'sender' | 'byLead'> & { content: string },
  at: Date,
): Promise<MessageRow> {
  const { tenantId, channelId } = row
  if (row.editedAt && row.editedAt > saidAt) return row
  if (!row.editedAt && channelId)
    await keepFirstWording(tx, { tenantId, channelId, content: row.content, saidAt: row.createdAt }, { sender, byLead }, at)
  return change(tx, row, { content, editedAt: saidAt }, content || null, at)
}

async function takeBack(tx: Tx, row: MessageRow, saidAt: Date, at: Date): Promise<MessageRow> {
  const changed = await change(
    tx,
    row,
    {
      content: '',
      attachment: null,
      transcript: null,
      aboutFile: null,
      meta: lastingMarks(row.meta),
      requestHash: null,
      revokedAt: saidAt,
    },
    TAKEN_BACK_PREVIEW[row.role],
    at,
  )
  await forgetTranscript(tx, row)
  await emptyQuotes(tx, row.tenantId, row.conversationId, row.id, at)
  if (row.role === 'humano') await endWaiting(tx, row)
  return changed
}

async function change(
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
    .where(ofTenant(messages, tenantId, eq(messages.id, row.id)))
  // A conversation moves in the list only if its preview changes.
  if (preview !== null && (await isShownInList(tx, row)))
    await tx.db
      .update(conversations)
      .set({
        lastMessagePreview: previewOf(preview),
        updatedAt: noEarlier(conversations.updatedAt, at),
      })
      .where(ofTenant(conversations, tenantId, eq(conversations.id, conversationId)))
  return { ...row, ...changes, changedAt: at }
}

/** Ends the waiting state if no lead message is left after the team's newest message, because a deleted message needs no answer. */
async function endWaiting(tx: Tx, { tenantId, conversationId }: MessageRow): Promise<void> {
  const here = ofTenant(messages, tenantId, eq(messages.conversationId, conversationId))
  const ofOurs = tx.db
    .select({ seq: sql<number>`COALESCE(MAX(${messages.seq}), 0)` })
    .from(messages)
    .where(and(here, eq(messages.role, 'AI'), ne(messages.type, REACTION)))
  const unanswered = tx.db
    .select({ seq: messages.seq })
    .from(messages)
    .where(
      and(
        here,
        eq(messages.role, 'humano'),
        notInArray(messages.type, [NOTICE, REACTION]),
        isNull(messages.revokedAt),
        gt(messages.seq, ofOurs),
      ),
    )
  await tx.db
    .update(conversations)
    .set({ waitingSince: null })
    .where(ofTenant(conversations, tenantId, eq(conversations.id, conversationId), notExists(unanswered)))
}

/** Deletes edits and deletions whose message did not arrive. See `Conversations.dropAmendments`. */
export async function dropAmendments(tx: Tx, tenantId: string, before: Date): Promise<boolean> {
  const waiting = ofTenant(messageEdits, tenantId, eq(messageEdits.applied, false))
  await tx.db.delete(messageEdits).where(and(waiting, lt(messageEdits.receivedAt, before)))
  return (await tx.db.$count(messageEdits, waiting)) > 0
}
