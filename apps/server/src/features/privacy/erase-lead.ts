import { and, eq, inArray } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { audit, clearLabels, userOrSystem } from '../../kernel/audit.ts'
import type { Tx } from '../../kernel/db/database.ts'
import { noEarlier } from '../../kernel/db/no-earlier.ts'
import { meetings } from '../../kernel/db/schema/calendar.ts'
import { conversationReads, conversations, leads, messages } from '../../kernel/db/schema/conversations.ts'
import { exports } from '../../kernel/db/schema/tenants.ts'
import { agentUsage } from '../../kernel/db/schema/usage.ts'
import { media, messageStatuses, whatsappEvents, whatsappNotices } from '../../kernel/db/schema/whatsapp.ts'
import type { Deps } from '../../kernel/deps.ts'
import { erasedKey } from '../../kernel/erased-key.ts'
import type { ConversationsOfLead } from '../leads/ports.ts'
import { inboxOf, type LeadTraces, noticesOf, oneOf, statusesOf, traceLead } from './trace-lead.ts'

export interface Erasure {
  tenantId: string
  leadId: string
  /** Who asked for it; null: nobody, its time had come. */
  userId: string | null
  /** Only when nothing was said since; null: whatever was said. Looked at under the locks that a message needs too. */
  quietSince: Date | null
  at: Date
}

/**
 * Erases everything that is kept of a lead, for good: its rows go, its conversations and messages stay as empty places under a lead that is
 * nobody, which statistics count as before. What is on its way to it or from it is called off.
 * @returns false when there is no such lead, or it is not that quiet
 */
export async function eraseLead(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  viewsOfLead: ConversationsOfLead['views'],
  { tenantId, leadId, userId, quietSince, at }: Erasure,
): Promise<boolean> {
  const traces = await traceLead(tx, tenantId, leadId)
  if (!traces || (quietSince && traces.movedAt >= quietSince)) return false
  const files = await eraseFilesAndInbox(tx, tenantId, traces, at)
  await emptyMessages(tx, tenantId, traces)
  for (const id of traces.leadIds) {
    const nobody = await replaceByNobody(tx, { jobs }, tenantId, id, at)
    for (const view of nobody ? await viewsOfLead(tx, tenantId, nobody) : []) {
      // Whoever shows it knows it by the lead that it had.
      tx.emit({ name: 'conversation.changed', payload: { tenantId, conversation: { ...view, lead_id: id } } })
    }
    tx.emit({ name: 'lead.changed', payload: { tenantId, leadId: id } })
    tx.emit({ name: 'lead.erased', payload: { tenantId, leadId: id } })
  }
  const { leadIds, conversationIds, messageIds, senders } = traces
  await jobs.forget(tx, tenantId, [...leadIds, ...conversationIds, ...messageIds, ...senders])
  if (files.length > 0) await jobs.send(tx, 'erase-files', { tenantId, messageIds: files }, { key: leadId })
  await withdrawExports(tx, { jobs }, tenantId)
  await clearLabels(tx, tenantId, leadIds)
  await audit(tx, {
    tenantId,
    actor: userOrSystem(userId),
    action: 'lead.erased',
    // By then it has no name any more, and the record of its erasure must not have one either.
    subject: { kind: 'lead', id: leadId },
    after: { reason: userId ? 'asked for' : 'retention' },
  })
  return true
}

/** @returns the messages whose files are still to be erased */
async function eraseFilesAndInbox(tx: Tx, tenantId: string, traces: LeadTraces, at: Date): Promise<string[]> {
  const files = await tx.db
    .delete(media)
    .where(and(eq(media.tenantId, tenantId), oneOf(media.messageId, traces.messageIds)))
    .returning({ id: media.messageId })
  const heard = await tx.db.delete(whatsappEvents).where(inboxOf(tenantId, traces)).returning()
  await keepFromComingBack(tx, heard, at)
  await tx.db.delete(messageStatuses).where(statusesOf(tenantId, traces))
  await tx.db.delete(whatsappNotices).where(noticesOf(tenantId, traces))
  return files.map(({ id }) => id)
}

/** Files that were taken out of the organisation's data may name the lead: they go, and whoever needs one asks for it anew (OPEN-12). */
async function withdrawExports(tx: Tx, { jobs }: Pick<Deps, 'jobs'>, tenantId: string): Promise<void> {
  const gone = await tx.db.delete(exports).where(eq(exports.tenantId, tenantId)).returning({ exportId: exports.id })
  // What waits to remove them in a day makes way for what does it now.
  await jobs.forget(
    tx,
    tenantId,
    gone.map(({ exportId }) => exportId),
  )
  for (const { exportId } of gone) await jobs.send(tx, 'remove-export', { tenantId, exportId }, { key: exportId })
}

/** Rows of one insert: each brings its parameters, of which a query has 65,535. */
const INSERTED_AT_ONCE = 1_000

/** Meta repeats what it was not told that we have: of messages that are gone a mark stays until it no longer does. */
async function keepFromComingBack(tx: Tx, heard: readonly (typeof whatsappEvents.$inferSelect)[], at: Date): Promise<void> {
  for (let from = 0; from < heard.length; from += INSERTED_AT_ONCE) {
    const marks = heard.slice(from, from + INSERTED_AT_ONCE).map(({ tenantId, numberId, kind, key, receivedAt }) => ({
      tenantId,
      numberId,
      kind,
      receivedAt,
      key: erasedKey(key),
      sender: '',
      payload: null,
      place: 0,
      processedAt: at,
    }))
    await tx.db.insert(whatsappEvents).values(marks).onConflictDoNothing()
  }
}

/** What was said goes, with every name that a channel has for it; who spoke, when and after how long stays. */
async function emptyMessages(tx: Tx, tenantId: string, { conversationIds }: LeadTraces): Promise<void> {
  await tx.db
    .update(messages)
    .set({
      content: '',
      attachment: null,
      meta: null,
      clientKey: null,
      channelId: null,
      delivery: null,
      deliveryError: null,
      attemptedAt: null,
      attemptAfter: null,
    })
    .where(and(eq(messages.tenantId, tenantId), inArray(messages.conversationId, conversationIds)))
  await tx.db
    .delete(conversationReads)
    .where(and(eq(conversationReads.tenantId, tenantId), inArray(conversationReads.conversationId, conversationIds)))
}

/** Puts a row that stands for nobody in a lead's place. @returns its id */
async function replaceByNobody(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  tenantId: string,
  leadId: string,
  at: Date,
): Promise<string | null> {
  const mine = and(eq(leads.tenantId, tenantId), eq(leads.id, leadId))
  const [row] = await tx.db.select({ agentId: leads.agentId, createdAt: leads.createdAt }).from(leads).where(mine)
  if (!row) return null
  const nobody = uuid()
  await tx.db.insert(leads).values({ tenantId, id: nobody, ...row, archive: true, updatedAt: at, erasedAt: at })
  await tx.db
    .update(conversations)
    .set({
      leadId: nobody,
      channelAccountId: null,
      channelAddress: null,
      status: 'closed',
      statusMessage: null,
      needsAttention: false,
      attentionReason: null,
      summary: null,
      assistantState: null,
      lastMessagePreview: null,
      lastMessageFrom: null,
      lastSenderId: null,
      lastSenderName: null,
      lastMessageFailed: false,
      leadMessages: 0,
      waitingSince: null,
      archive: true,
      updatedAt: noEarlier(conversations.updatedAt, at),
    })
    .where(and(eq(conversations.tenantId, tenantId), eq(conversations.leadId, leadId)))
  const booked = await tx.db
    .update(meetings)
    .set({ leadId: nobody, title: '' })
    .where(and(eq(meetings.tenantId, tenantId), eq(meetings.leadId, leadId)))
    .returning({ meetingId: meetings.id })
  for (const { meetingId } of booked) await jobs.send(tx, 'settle-meeting', { tenantId, meetingId }, { key: meetingId })
  await tx.db
    .delete(agentUsage)
    .where(and(eq(agentUsage.tenantId, tenantId), eq(agentUsage.scope, 'lead'), eq(agentUsage.subject, leadId)))
  await tx.db.delete(leads).where(mine)
  return nobody
}
