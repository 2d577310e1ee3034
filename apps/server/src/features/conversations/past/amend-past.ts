import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { oneOf } from '../../../kernel/db/one-of.ts'
import { conversations } from '../../../kernel/db/schema/conversations.ts'
import { messageEdits } from '../../../kernel/db/schema/message-edits.ts'
import { pastMessages } from '../../../kernel/db/schema/past.ts'
import { previewOf } from '../../../kernel/preview-text.ts'
import type { TakenBack } from '../amendment.ts'
import { REACTION } from '../asks-answer.ts'
import { type KeptAmendment, keepFirstWording, noteApplied, TAKEN_BACK_PREVIEW, waitingFor } from '../kept-amendments.ts'
import { emptyQuotes } from '../quote.ts'
import { loadView } from '../view.ts'
import { amendedIn, type PastRow, presentPast } from './present-past.ts'

/**
 * Locks for an import, acquired before any row lock: editing a message waits for the import of the current person, so that no edit is
 * missed.
 */
export const awaitImport = (tx: Tx, tenantId: string) =>
  tx.db.execute(sql`SELECT pg_advisory_xact_lock_shared(hashtext(${tenantId}), hashtext('import'))`)
export const holdImport = (tx: Tx, tenantId: string) =>
  tx.db.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${tenantId}), hashtext('import'))`)

/** Applies the pending edits and deletions of an imported message, and emits it. See `Conversations.amend`. */
export async function amendInPast(tx: Tx, tenantId: string, channelId: string, at: Date): Promise<TakenBack | null> {
  const row = await apply(tx, tenantId, channelId, at)
  if (!row) return null
  const { conversationId } = row
  const view = await loadView(tx.db, tenantId, conversationId)
  const { lead_id: leadId } = view
  tx.emit({ name: 'message.changed', payload: { tenantId, leadId, conversationId, message: presentPast(row) } })
  if (view.last_seq === 0) tx.emit({ name: 'conversation.changed', payload: { tenantId, conversation: view } })
  return amendedIn(row).revokedAt ? { leadId, messageId: row.id } : null
}

/** Applies edits and deletions that arrived before the import, without emitting events. @returns our ids of the deleted messages */
export async function amendImported(
  tx: Tx,
  tenantId: string,
  added: readonly { channelId: string }[],
  at: Date,
): Promise<ReadonlySet<string>> {
  const ids = added.map(({ channelId }) => channelId)
  const waiting = await tx.db
    .select({ channelId: messageEdits.channelId })
    .from(messageEdits)
    .where(ofTenant(messageEdits, tenantId, eq(messageEdits.applied, false), oneOf(messageEdits.channelId, ids)))
    .groupBy(messageEdits.channelId)
  const gone = new Set<string>()
  for (const { channelId } of waiting) {
    const row = await apply(tx, tenantId, channelId, at)
    if (row && amendedIn(row).revokedAt) gone.add(row.id)
  }
  return gone
}

async function apply(tx: Tx, tenantId: string, channelId: string, at: Date): Promise<PastRow | null> {
  const waiting = await waitingFor(tx, tenantId, channelId)
  const before = waiting.length > 0 ? await hold(tx, tenantId, channelId) : null
  if (!before) return null
  let row = before
  for (const amendment of waiting) {
    const { editedAt, revokedAt } = amendedIn(row)
    // The same rules as for any message: only its author can change it, the newest text wins, and a deleted message stays deleted.
    if (amendment.byLead !== (row.role === 'humano') || revokedAt) continue
    if (amendment.content !== null && editedAt && new Date(editedAt) > amendment.saidAt) continue
    if (amendment.content !== null && !editedAt) await keepFirstWording(tx, row, amendment, at)
    row = { ...row, ...amended(row, amendment) }
  }
  const isTakenBack = amendedIn(row).revokedAt !== null
  await noteApplied(tx, tenantId, channelId, isTakenBack)
  if (row === before) return null
  const { content, attachment, meta } = row
  await tx.db
    .update(pastMessages)
    .set({ content, attachment, meta })
    .where(ofTenant(pastMessages, tenantId, eq(pastMessages.id, row.id)))
  if (isTakenBack) await emptyQuotes(tx, tenantId, row.conversationId, row.id, at)
  await show(tx, row, isTakenBack ? TAKEN_BACK_PREVIEW[row.role] : content, at)
  return row
}

const amended = ({ meta }: PastRow, { content, saidAt }: KeptAmendment): Pick<PastRow, 'content' | 'meta'> & Partial<PastRow> =>
  content === null
    ? { content: '', attachment: null, meta: { revokedAt: saidAt.toISOString() } }
    : { content, meta: { ...meta, editedAt: saidAt.toISOString() } }

/** Locks an imported message after its conversation, in the same order as all other code. Returns null if it does not exist. */
async function hold(tx: Tx, tenantId: string, channelId: string): Promise<PastRow | null> {
  const which = ofTenant(pastMessages, tenantId, eq(pastMessages.channelId, channelId))
  const [place] = await tx.db.select({ id: pastMessages.conversationId }).from(pastMessages).where(which)
  if (!place) return null
  await tx.db
    .select({ id: conversations.id })
    .from(conversations)
    .where(ofTenant(conversations, tenantId, eq(conversations.id, place.id)))
    .for('update')
  const [row] = await tx.db.select().from(pastMessages).where(which).for('update')
  return row ?? null
}

/** Updates the preview in the list if there is no message after the imported ones. */
async function show(tx: Tx, { tenantId, conversationId, id }: PastRow, preview: string, at: Date): Promise<void> {
  const mine = ofTenant(conversations, tenantId, eq(conversations.id, conversationId))
  await tx.db.update(conversations).set({ pastChangedAt: at }).where(mine)
  const [newest] = await tx.db
    .select({ id: pastMessages.id })
    .from(pastMessages)
    .where(ofTenant(pastMessages, tenantId, eq(pastMessages.conversationId, conversationId), ne(pastMessages.type, REACTION)))
    .orderBy(desc(pastMessages.saidAt), desc(pastMessages.id))
    .limit(1)
  if (newest?.id !== id || preview === '') return
  await tx.db
    .update(conversations)
    .set({ lastMessagePreview: previewOf(preview) })
    .where(and(mine, eq(conversations.lastSeq, 0)))
}
