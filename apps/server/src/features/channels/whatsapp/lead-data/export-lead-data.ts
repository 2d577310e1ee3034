import type { LeadExport } from '@prosa/contract/entities/conversations/lead-export'
import { asc } from 'drizzle-orm'
import type { Tx } from '../../../../platform/database/database.ts'
import { messageStatuses, whatsappEvents, whatsappNotices } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { Channels, LeadChannelIds } from '../../ports.ts'
import { whereEventsOfLead, whereNoticesOfLead, whereStatusesOfLead } from './lead-records.ts'

/** Returns the data about a lead in the WhatsApp tables, for the lead's data export. */
export const exportLeadData: Channels['exportLeadData'] = async (tx, leadIds) => ({
  channel_reports: await listChannelReports(tx, leadIds),
  waiting: await listPendingEvents(tx, leadIds),
})

async function listChannelReports(tx: Tx, leadIds: LeadChannelIds): Promise<LeadExport['channel_reports']> {
  const reports = [
    ...(await tx.db
      .select({ kind: messageStatuses.status, at: messageStatuses.receivedAt, payload: messageStatuses.payload })
      .from(messageStatuses)
      .where(whereStatusesOfLead(leadIds))),
    ...(await tx.db
      .select({ kind: whatsappNotices.field, at: whatsappNotices.receivedAt, payload: whatsappNotices.payload })
      .from(whatsappNotices)
      .where(whereNoticesOfLead(leadIds))),
  ]
  return reports
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ kind, at, payload }) => ({ kind, received_at: at.toISOString(), payload }))
}

async function listPendingEvents(tx: Tx, leadIds: LeadChannelIds): Promise<LeadExport['waiting']> {
  const rows = await tx.db
    .select()
    .from(whatsappEvents)
    .where(whereEventsOfLead(leadIds))
    .orderBy(asc(whatsappEvents.receivedAt), asc(whatsappEvents.place))
  return rows
    .filter(({ payload }) => payload !== null)
    .map(({ kind, receivedAt, payload }) => ({ kind, received_at: receivedAt.toISOString(), payload }))
}
