import { and, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../../platform/database/database.ts'
import { equalsAny } from '../../../../platform/database/queries/equals-any.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { messageStatuses, whatsappEvents, whatsappNotices } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { LeadChannelIds } from '../../ports.ts'
import { toImportedMessageKey } from '../history-import/history-keys.ts'

export const whereEventsOfLead = ({ tenantId, senders, eventKeys, importedMessages }: LeadChannelIds): SQL => {
  const keys = [...eventKeys, ...importedMessages.map(({ channelId }) => toImportedMessageKey(channelId))]
  return whereTenant(whatsappEvents, tenantId, or(equalsAny(whatsappEvents.sender, senders), equalsAny(whatsappEvents.key, keys)))
}

/** Returns the SQL condition for the statuses of messages to a lead. A status without a stored message is found by its recipient. */
export const whereStatusesOfLead = ({ tenantId, senders }: LeadChannelIds): SQL =>
  whereTenant(
    messageStatuses,
    tenantId,
    or(
      equalsAny(messageStatuses.channelId, senders),
      and(sql`NOT ${messageStatuses.known}`, equalsAny(messageStatuses.recipient, senders)),
    ),
  )

/** Returns the SQL condition for notices about a lead, such as calls. */
export const whereNoticesOfLead = ({ tenantId, senders }: LeadChannelIds): SQL =>
  whereTenant(whatsappNotices, tenantId, equalsAny(whatsappNotices.sender, senders))

/** Returns the senders of the webhook events with these keys. They include previous phone numbers of a lead. */
export async function findSendersByEventKeys(tx: Tx, tenantId: string, eventKeys: readonly string[]): Promise<string[]> {
  const rows = await tx.db
    .select({ sender: whatsappEvents.sender })
    .from(whatsappEvents)
    .where(whereTenant(whatsappEvents, tenantId, equalsAny(whatsappEvents.key, eventKeys)))
  return rows.map(({ sender }) => sender)
}
