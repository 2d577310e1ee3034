import type { LeadExport } from '@prosa/contract/entities/conversations/lead-export'
import { asc } from 'drizzle-orm'
import type { Tx } from '../../../../platform/database/database.ts'
import { messageStatuses, whatsappEvents, whatsappNotices } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { Channels, LeadChannelIds } from '../../ports.ts'
import { whereEventsOfLead, whereNoticesOfLead, whereStatusesOfLead } from './lead-records.ts'

/** Returns the data about a lead in the WhatsApp tables, for the lead's data export. */
export const exportLead: Channels['exportLead'] = async (tx, traces) => ({
  channel_reports: await listChannelReports(tx, traces),
  waiting: await listPendingEvents(tx, traces),
})

async function listChannelReports(tx: Tx, traces: LeadChannelIds): Promise<LeadExport['channel_reports']> {
  const told = [
    ...(await tx.db
      .select({ kind: messageStatuses.status, at: messageStatuses.receivedAt, payload: messageStatuses.payload })
      .from(messageStatuses)
      .where(whereStatusesOfLead(traces))),
    ...(await tx.db
      .select({ kind: whatsappNotices.field, at: whatsappNotices.receivedAt, payload: whatsappNotices.payload })
      .from(whatsappNotices)
      .where(whereNoticesOfLead(traces))),
  ]
  return told
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ kind, at, payload }) => ({ kind, received_at: at.toISOString(), payload }))
}

async function listPendingEvents(tx: Tx, traces: LeadChannelIds): Promise<LeadExport['waiting']> {
  const rows = await tx.db
    .select()
    .from(whatsappEvents)
    .where(whereEventsOfLead(traces))
    .orderBy(asc(whatsappEvents.receivedAt), asc(whatsappEvents.place))
  return rows
    .filter(({ payload }) => payload !== null)
    .map(({ kind, receivedAt, payload }) => ({ kind, received_at: receivedAt.toISOString(), payload }))
}
