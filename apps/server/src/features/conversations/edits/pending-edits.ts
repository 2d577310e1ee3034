import { asc, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { messageEdits } from '../../../platform/database/schema/conversations/message-edits.ts'
import type { MessageEdit } from './message-edit.ts'

/** Preview in the list for a deleted message. */
export const DELETED_MESSAGE_PREVIEW = { humano: 'Mensagem apagada pelo lead', AI: 'Mensagem apagada' } as const

/** A stored edit or deletion. */
export type MessageEditRow = typeof messageEdits.$inferSelect

/**
 * Locks a message's id until the transaction ends, so that storing a message and editing it cannot miss each other. Acquire it before any
 * row lock.
 */
export const lockMessageEdits = (tx: Tx, tenantId: string, channelId: string) =>
  tx.db.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${tenantId}), hashtext(${channelId}))`)

const messageEditsCondition = (tenantId: string, channelId: string, ...rest: SQL[]) =>
  whereTenant(messageEdits, tenantId, eq(messageEdits.channelId, channelId), ...rest)

/** Returns the pending edits and deletions of a message, ordered by the channel's time. */
export const listPendingEdits = (tx: Tx, tenantId: string, channelId: string): Promise<MessageEditRow[]> =>
  tx.db
    .select()
    .from(messageEdits)
    .where(messageEditsCondition(tenantId, channelId, eq(messageEdits.applied, false)))
    .orderBy(asc(messageEdits.saidAt), asc(messageEdits.receivedAt))

/** Marks all as applied. For a deleted message all texts are erased, including later ones. */
export const markEditsApplied = (tx: Tx, tenantId: string, channelId: string, isTakenBack: boolean) =>
  tx.db
    .update(messageEdits)
    .set({ applied: true, ...(isTakenBack ? { content: null } : {}) })
    .where(messageEditsCondition(tenantId, channelId))

/** Marks edits as pending, because their message was removed and is stored again from another source. */
export const markEditsPending = (tx: Tx, tenantId: string, channelId: string) =>
  tx.db
    .update(messageEdits)
    .set({ applied: false })
    // The stored original text is not an edit.
    .where(messageEditsCondition(tenantId, channelId, ne(messageEdits.key, channelId)))

/** Stores the original text of a message before its first edit. */
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
