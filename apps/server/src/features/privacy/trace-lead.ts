import { max } from 'date-fns/max'
import { type AnyColumn, and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { conversations, leads, messages } from '../../kernel/db/schema/conversations.ts'
import { auditLog } from '../../kernel/db/schema/tenants.ts'
import { messageStatuses, whatsappEvents, whatsappNotices } from '../../kernel/db/schema/whatsapp.ts'
import { phoneKey } from '../../kernel/phone-key.ts'
import type { LeadRow } from '../leads/ports.ts'

/** Where a lead left traces: every row of it, those put away when two turned out to be one included. */
export interface LeadTraces {
  lead: LeadRow
  leadIds: string[]
  conversationIds: string[]
  /** When it last wrote, or was written to; when it came, where nothing was said. */
  movedAt: Date
  messageIds: string[]
  /** By which names the webhook's inbox knows it: its own, and its messages'. */
  senders: string[]
  eventKeys: string[]
}

/** Holds the lead until the transaction ends. Null when it is not there, or was erased. */
export async function traceLead(tx: Tx, tenantId: string, leadId: string): Promise<LeadTraces | null> {
  const [lead] = await tx.db
    .select()
    .from(leads)
    .where(and(eq(leads.tenantId, tenantId), eq(leads.id, leadId), isNull(leads.erasedAt)))
    .for('update')
  if (!lead) return null
  const leadIds = await withPutAway(tx, tenantId, leadId)
  const ofLead = await tx.db
    .select({
      id: conversations.id,
      leadId: conversations.leadId,
      address: conversations.channelAddress,
      createdAt: conversations.createdAt,
      fromLeadAt: conversations.lastClientMessageAt,
      fromUsAt: conversations.lastAgentMessageAt,
    })
    .from(conversations)
    .where(and(eq(conversations.tenantId, tenantId), inArray(conversations.leadId, leadIds)))
    .orderBy(asc(conversations.id))
    .for('update')
  const conversationIds = ofLead.map(({ id }) => id)
  const written = await tx.db
    .select({ id: messages.id, key: messages.clientKey, channelId: messages.channelId })
    .from(messages)
    .where(and(eq(messages.tenantId, tenantId), inArray(messages.conversationId, conversationIds)))
  const eventKeys = present(written.map(({ key }) => key))
  const senders = [
    ...present([lead.channelUserKey?.replace('whatsapp:user:', ''), phoneKey(lead.phone)]),
    ...present(ofLead.flatMap(({ address }) => [address, phoneKey(address)])),
    ...present(written.map(({ channelId }) => channelId)),
    ...(await sendersOf(tx, tenantId, eventKeys)),
  ]
  return {
    lead,
    leadIds,
    conversationIds,
    movedAt: movedAt(lead, ofLead),
    messageIds: written.map(({ id }) => id),
    senders: [...new Set(senders)],
    eventKeys,
  }
}

/** By its own conversations, as those are looked for that are quiet: what was joined to it moved into them. */
const movedAt = (
  { id, createdAt }: LeadRow,
  ofLead: readonly { leadId: string; createdAt: Date; fromLeadAt: Date | null; fromUsAt: Date | null }[],
): Date =>
  max([
    createdAt,
    ...ofLead
      .filter(({ leadId }) => leadId === id)
      .flatMap((own) => [own.createdAt, own.fromLeadAt, own.fromUsAt])
      .filter((time) => time !== null),
  ])

/** As one parameter: a lead may have more messages than a query has parameters. */
export const oneOf = (column: AnyColumn, values: readonly string[]): SQL =>
  sql`${column} = ANY(${sql.param([...values])}::${sql.raw(column.getSQLType())}[])`

/** What the webhook's inbox holds of it. */
export const inboxOf = (tenantId: string, { senders, eventKeys }: Pick<LeadTraces, 'senders' | 'eventKeys'>) =>
  and(eq(whatsappEvents.tenantId, tenantId), or(oneOf(whatsappEvents.sender, senders), oneOf(whatsappEvents.key, eventKeys)))

/** What Meta told of messages to it; of one that is not here by whom it was sent to. */
export const statusesOf = (tenantId: string, { senders }: Pick<LeadTraces, 'senders'>) =>
  and(
    eq(messageStatuses.tenantId, tenantId),
    or(
      oneOf(messageStatuses.channelId, senders),
      and(sql`NOT ${messageStatuses.known}`, oneOf(messageStatuses.recipient, senders)),
    ),
  )

/** What Meta told people of it: its calls, what it did after an advertisement. */
export const noticesOf = (tenantId: string, { senders }: Pick<LeadTraces, 'senders'>) =>
  and(eq(whatsappNotices.tenantId, tenantId), oneOf(whatsappNotices.sender, senders))

const present = (values: readonly (string | null | undefined)[]): string[] => values.filter((value) => typeof value === 'string')

/** A lead that others were joined to, and those that were joined to them. */
async function withPutAway(tx: Tx, tenantId: string, leadId: string): Promise<string[]> {
  const { rows } = await tx.db.execute(sql`
    WITH RECURSIVE same AS (
      SELECT ${leadId}::uuid AS id
      UNION
      SELECT (${auditLog.after}->>'merged')::uuid FROM ${auditLog} JOIN same ON ${auditLog.subject} = same.id::text
      WHERE ${auditLog.tenantId} = ${tenantId} AND ${auditLog.action} = 'lead.merged'
    ) SELECT id FROM same`)
  return rows.map(({ id }) => String(id))
}

/** An old number of a lead that has a new one stands with the messages that came from it. */
async function sendersOf(tx: Tx, tenantId: string, keys: readonly string[]): Promise<string[]> {
  const rows = await tx.db
    .select({ sender: whatsappEvents.sender })
    .from(whatsappEvents)
    .where(and(eq(whatsappEvents.tenantId, tenantId), oneOf(whatsappEvents.key, keys)))
  return rows.map(({ sender }) => sender)
}
