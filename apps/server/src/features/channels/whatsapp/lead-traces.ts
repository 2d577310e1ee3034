import { and, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { oneOf } from '../../../kernel/db/one-of.ts'
import { messageStatuses, whatsappEvents, whatsappNotices } from '../../../kernel/db/schema/whatsapp.ts'
import type { ChannelTraces } from '../ports.ts'
import { pastKey } from './past/keys.ts'

/** What the webhook's inbox holds of a lead. */
export const inboxOf = ({ tenantId, senders, eventKeys, past }: ChannelTraces): SQL => {
  const keys = [...eventKeys, ...past.map(({ channelId }) => pastKey(channelId))]
  return ofTenant(whatsappEvents, tenantId, or(oneOf(whatsappEvents.sender, senders), oneOf(whatsappEvents.key, keys)))
}

/** What Meta told of messages to it; of one that is not here by whom it was sent to. */
export const statusesOf = ({ tenantId, senders }: ChannelTraces): SQL =>
  ofTenant(
    messageStatuses,
    tenantId,
    or(
      oneOf(messageStatuses.channelId, senders),
      and(sql`NOT ${messageStatuses.known}`, oneOf(messageStatuses.recipient, senders)),
    ),
  )

/** What Meta told people of it: its calls, what it did after an advertisement. */
export const noticesOf = ({ tenantId, senders }: ChannelTraces): SQL =>
  ofTenant(whatsappNotices, tenantId, oneOf(whatsappNotices.sender, senders))

/** An old number of a lead that has a new one stands with the messages that came from it. */
export async function sendersOf(tx: Tx, tenantId: string, eventKeys: readonly string[]): Promise<string[]> {
  const rows = await tx.db
    .select({ sender: whatsappEvents.sender })
    .from(whatsappEvents)
    .where(ofTenant(whatsappEvents, tenantId, oneOf(whatsappEvents.key, eventKeys)))
  return rows.map(({ sender }) => sender)
}
