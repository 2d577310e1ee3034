import { asc, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { messageEdits } from '../../../platform/database/schema/conversations/message-edits.ts'
import type { MessageEdit } from './message-edit.ts'

/** Texts that the conversation list shows for a deleted message, by the role of its author. */
export const DELETED_MESSAGE_PREVIEW = { humano: 'Mensagem apagada pelo lead', AI: 'Mensagem apagada' } as const

/** Row of a stored edit or deletion of a message. */
export type MessageEditRow = typeof messageEdits.$inferSelect

/**
 * Locks the channel's id of a message until the transaction ends, so that an edit is not missed while its message is being stored. Acquire
 * this lock before any row lock.
 */
export const lockMessageEdits = (tx: Tx, tenantId: string, channelId: string) =>
  tx.db.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${tenantId}), hashtext(${channelId}))`)

const messageEditsCondition = (tenantId: string, channelId: string, ...conditions: SQL[]) =>
  whereTenant(messageEdits, tenantId, eq(messageEdits.channelId, channelId), ...conditions)

/** Returns the pending edits and deletions of a message, ordered by the channel's time. */
export const listPendingEdits = (tx: Tx, tenantId: string, channelId: string): Promise<MessageEditRow[]> =>
  tx.db
    .select()
    .from(messageEdits)
    .where(messageEditsCondition(tenantId, channelId, eq(messageEdits.applied, false)))
    .orderBy(asc(messageEdits.saidAt), asc(messageEdits.receivedAt))

/**
 * Marks all stored edits and deletions of a message as applied. If the message is deleted (`isTakenBack`), erases the texts of all its
 * edits, including later ones.
 */
export const markEditsApplied = (tx: Tx, tenantId: string, channelId: string, isRevoked: boolean) =>
  tx.db
    .update(messageEdits)
    .set({ applied: true, ...(isRevoked ? { content: null } : {}) })
    .where(messageEditsCondition(tenantId, channelId))

/** Marks the edits of a message as pending again, because the message was removed and is stored again from another source. */
export const markEditsPending = (tx: Tx, tenantId: string, channelId: string) =>
  tx.db
    .update(messageEdits)
    .set({ applied: false })
    // The row whose key is the channel id contains the original text and is not an edit.
    .where(messageEditsCondition(tenantId, channelId, ne(messageEdits.key, channelId)))

/** Stores the original text of a message before the first edit. Does nothing if it is already stored. */
export const storeOriginalText = (
  tx: Tx,
  { tenantId, channelId, content, saidAt }: { tenantId: string; channelId: string; content: string; saidAt: Date },
  { sender, byLead }: Pick<MessageEdit, 'sender' | 'byLead'>,
  at: Date,
) =>
  tx.db
    .insert(messageEdits)
    .values({ tenantId, channelId, key: channelId, sender, byLead, content, saidAt, receivedAt: at, applied: true })
    .onConflictDoNothing()
