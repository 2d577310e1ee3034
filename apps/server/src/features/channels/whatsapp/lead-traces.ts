import { and, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { oneOf } from '../../../kernel/db/one-of.ts'
import { messageStatuses, whatsappEvents, whatsappNotices } from '../../../kernel/db/schema/whatsapp.ts'
import type { ChannelTraces } from '../ports.ts'
import { pastKey } from './past/keys.ts'

/** Returns the condition for webhook events of a lead. */
export const inboxOf = ({ tenantId, senders, eventKeys, past }: ChannelTraces): SQL => {
  const keys = [...eventKeys, ...past.map(({ channelId }) => pastKey(channelId))]
  return ofTenant(whatsappEvents, tenantId, or(oneOf(whatsappEvents.sender, senders), oneOf(whatsappEvents.key, keys)))
}

/** Returns the condition for statuses of messages to a lead. A status without a stored message is matched by its recipient. */
export const statusesOf = ({ tenantId, senders }: ChannelTraces): SQL =>
  ofTenant(
    messageStatuses,
    tenantId,
    or(
      oneOf(messageStatuses.channelId, senders),
      and(sql`NOT ${messageStatuses.known}`, oneOf(messageStatuses.recipient, senders)),
    ),
  )

/** Returns the condition for notices about a lead, such as calls and conversions after an advertisement. */
export const noticesOf = ({ tenantId, senders }: ChannelTraces): SQL =>
  ofTenant(whatsappNotices, tenantId, oneOf(whatsappNotices.sender, senders))

/** Returns the senders of events with these keys. Includes a lead's previous phone numbers. */
export async function sendersOf(tx: Tx, tenantId: string, eventKeys: readonly string[]): Promise<string[]> {
  const rows = await tx.db
    .select({ sender: whatsappEvents.sender })
    .from(whatsappEvents)
    .where(ofTenant(whatsappEvents, tenantId, oneOf(whatsappEvents.key, eventKeys)))
  return rows.map(({ sender }) => sender)
}
