import { asc, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { messageEdits } from '../../../platform/database/schema/conversations/message-edits.ts'
import type { MessageEdit } from './message-edit.ts'

/** Texts that the conversation list shows for a deleted message, by the role of its author. */
export const DELETED_MESSAGE_PREVIEW = { humano: 'Mensagem apagada pelo lead', AI: 'Mensagem apagada' } as const

export type MessageEditRow = typeof messageEdits.$inferSelect

/**
 * Acquires an advisory lock on a message's channel id until the transaction ends. An edit and the storing of its message thereby run one
 * after the other, so that the edit is not missed. Acquire it before any row lock, to avoid deadlocks.
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

/** Marks all stored edits of a message as applied. If the message was deleted (`isRevoked`), also erases the texts of all its edits. */
export const markEditsApplied = (tx: Tx, tenantId: string, channelId: string, isRevoked: boolean) =>
  tx.db
    .update(messageEdits)
    .set({ applied: true, ...(isRevoked ? { content: null } : {}) })
    .where(messageEditsCondition(tenantId, channelId))

/**
 * Marks all edits of a message as pending. Used when a new copy replaces the imported message, so that the edits are applied to the new
 * copy.
 */
export const markEditsPending = (tx: Tx, tenantId: string, channelId: string) =>
  tx.db
    .update(messageEdits)
    .set({ applied: false })
    // The row whose key equals the channel id stores the original text. It is no edit.
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
