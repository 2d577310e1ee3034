import { mediaPath } from '@prosa/contract/calls/channels'
import type { LeadExport } from '@prosa/contract/entities/lead-export'
import { fillPath } from '@prosa/contract/http'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { audit } from '../../kernel/audit.ts'
import type { Tx } from '../../kernel/db/database.ts'
import { meetings } from '../../kernel/db/schema/calendar.ts'
import { conversations, messages } from '../../kernel/db/schema/conversations.ts'
import { auditLog } from '../../kernel/db/schema/tenants.ts'
import { media, messageStatuses, whatsappEvents, whatsappNotices } from '../../kernel/db/schema/whatsapp.ts'
import type { Deps } from '../../kernel/deps.ts'
import { errors } from '../../kernel/errors.ts'
import type { Identity } from '../../kernel/http/identity.ts'
import type { Conversations } from '../conversations/ports.ts'
import type { ConversationsOfLead, Leads } from '../leads/ports.ts'
import { inboxOf, type LeadTraces, noticesOf, oneOf, statusesOf, traceLead } from './trace-lead.ts'

/** How other features show what is theirs. */
export interface Presenters {
  lead: Leads['present']
  message: Conversations['present']
  conversationsOf: ConversationsOfLead['views']
}

/** Everything that is kept of a lead; that it was asked for is kept too. @throws 404 */
export function exportLead(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  show: Presenters,
  { tenantId, userId }: Identity,
  leadId: string,
): Promise<LeadExport> {
  return db.tenant(tenantId, async (tx) => {
    const traces = await traceLead(tx, tenantId, leadId)
    if (!traces) throw errors.notFound()
    await audit(tx, {
      tenantId,
      actor: { kind: 'user', id: userId },
      action: 'lead.exported',
      subject: { kind: 'lead', id: leadId },
    })
    const { lead } = traces
    return {
      exported_at: clock.now().toISOString(),
      lead: show.lead(lead),
      channel_names: [lead.channelKey, lead.channelUserKey].filter((name) => name !== null),
      conversations: await conversationsOf(tx, show, tenantId, traces),
      media: await mediaOf(tx, tenantId, traces),
      channel_reports: await reportsOf(tx, tenantId, traces),
      meetings: await meetingsOf(tx, tenantId, traces),
      events: await eventsOf(tx, tenantId, traces),
      waiting: await waitingOf(tx, tenantId, traces),
    }
  })
}

async function conversationsOf(tx: Tx, show: Presenters, tenantId: string, { leadIds }: LeadTraces) {
  const found: LeadExport['conversations'] = []
  for (const leadId of leadIds) {
    for (const conversation of await show.conversationsOf(tx, tenantId, leadId)) {
      const [kept] = await tx.db
        .select({ memory: conversations.assistantState })
        .from(conversations)
        .where(and(eq(conversations.tenantId, tenantId), eq(conversations.id, conversation._id)))
      const rows = await tx.db
        .select()
        .from(messages)
        .where(and(eq(messages.tenantId, tenantId), eq(messages.conversationId, conversation._id)))
        .orderBy(asc(messages.seq))
      found.push({
        conversation,
        agent_memory: kept?.memory ?? null,
        messages: rows.map((row) => ({ ...show.message(row), meta: row.meta ?? null })),
      })
    }
  }
  return found
}

async function mediaOf(tx: Tx, tenantId: string, { messageIds }: LeadTraces): Promise<LeadExport['media']> {
  const rows = await tx.db
    .select()
    .from(media)
    .where(and(eq(media.tenantId, tenantId), oneOf(media.messageId, messageIds)))
    .orderBy(asc(media.createdAt))
  return rows.map((row) => ({
    message_id: row.messageId,
    kind: row.kind,
    mime_type: row.mimeType,
    filename: row.filename,
    size: row.size,
    state: row.state,
    url: `/api${fillPath(mediaPath, { messageId: row.messageId })}`,
    created_at: row.createdAt.toISOString(),
  }))
}

async function reportsOf(tx: Tx, tenantId: string, traces: LeadTraces) {
  const told = [
    ...(await tx.db
      .select({ kind: messageStatuses.status, at: messageStatuses.receivedAt, payload: messageStatuses.payload })
      .from(messageStatuses)
      .where(statusesOf(tenantId, traces))),
    ...(await tx.db
      .select({ kind: whatsappNotices.field, at: whatsappNotices.receivedAt, payload: whatsappNotices.payload })
      .from(whatsappNotices)
      .where(noticesOf(tenantId, traces))),
  ]
  return told
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ kind, at, payload }) => ({ kind, received_at: at.toISOString(), payload }))
}

async function meetingsOf(tx: Tx, tenantId: string, { leadIds }: LeadTraces): Promise<LeadExport['meetings']> {
  const rows = await tx.db
    .select()
    .from(meetings)
    .where(and(eq(meetings.tenantId, tenantId), inArray(meetings.leadId, leadIds)))
    .orderBy(asc(meetings.startsAt))
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    starts_at: row.startsAt.toISOString(),
    ends_at: row.endsAt.toISOString(),
    booked_by_agent: row.bookedByAgent,
    created_at: row.createdAt.toISOString(),
    cancelled_at: row.cancelledAt?.toISOString() ?? null,
  }))
}

async function eventsOf(tx: Tx, tenantId: string, { leadIds }: LeadTraces): Promise<LeadExport['events']> {
  const rows = await tx.db
    .select({ action: auditLog.action, userId: auditLog.actorId, at: auditLog.createdAt })
    .from(auditLog)
    .where(and(eq(auditLog.tenantId, tenantId), inArray(auditLog.subject, leadIds)))
    .orderBy(asc(auditLog.createdAt))
  return rows.map(({ action, userId, at }) => ({ action, user_id: userId, at: at.toISOString() }))
}

async function waitingOf(tx: Tx, tenantId: string, traces: LeadTraces): Promise<LeadExport['waiting']> {
  const rows = await tx.db
    .select()
    .from(whatsappEvents)
    .where(inboxOf(tenantId, traces))
    .orderBy(asc(whatsappEvents.receivedAt), asc(whatsappEvents.place))
  return rows
    .filter(({ payload }) => payload !== null)
    .map(({ kind, receivedAt, payload }) => ({ kind, received_at: receivedAt.toISOString(), payload }))
}
