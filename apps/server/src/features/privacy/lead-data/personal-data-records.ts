import { max } from 'date-fns/max'
import { asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { LEAD_LOCK_MODE } from '../../../platform/database/queries/lead-lock-mode.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { conversations, leads, messages } from '../../../platform/database/schema/conversations/conversations.ts'
import { auditLog } from '../../../platform/database/schema/organisation/tenants.ts'
import { getAdImageId } from '../../../platform/files/ad-image-id.ts'
import { toPhoneKey } from '../../../platform/leads/phone-key.ts'
import type { Channels, LeadChannelIds } from '../../channels/ports.ts'
import type { Conversations } from '../../conversations/ports.ts'
import type { LeadRow } from '../../leads/ports.ts'

/** Ids of all stored data of a lead, including leads that were merged into this lead. */
export interface PersonalDataRecords extends LeadChannelIds {
  messageIds: string[]
  lead: LeadRow
  leadIds: string[]
  conversationIds: string[]
  /** Time of the last message from or to the lead. Without messages, the creation time of the lead. */
  lastMessageAt: Date
}

/**
 * Locks a lead and their conversations until the transaction ends, and returns the ids of all their data. Returns null if the lead does not
 * exist or was erased.
 */
export async function lockPersonalDataRecords(
  tx: Tx,
  {
    channels,
    conversations: conversationsPort,
  }: { channels: Pick<Channels, 'findSendersByEventKeys'>; conversations: Pick<Conversations, 'listImportedMessageRefs'> },
  tenantId: string,
  leadId: string,
): Promise<PersonalDataRecords | null> {
  const [lead] = await tx.db
    .select()
    .from(leads)
    .where(whereTenant(leads, tenantId, eq(leads.id, leadId), isNull(leads.erasedAt)))
    .for(LEAD_LOCK_MODE)
  if (!lead) return null
  const leadIds = await listMergedLeadIds(tx, tenantId, leadId)
  const leadConversations = await tx.db
    .select({
      id: conversations.id,
      leadId: conversations.leadId,
      channelAddress: conversations.channelAddress,
      createdAt: conversations.createdAt,
      lastLeadMessageAt: conversations.lastClientMessageAt,
      lastAgentMessageAt: conversations.lastAgentMessageAt,
    })
    .from(conversations)
    .where(whereTenant(conversations, tenantId, inArray(conversations.leadId, leadIds)))
    .orderBy(asc(conversations.id))
    .for('update')
  const conversationIds = leadConversations.map(({ id }) => id)
  const writtenMessages = await tx.db
    .select({
      id: messages.id,
      key: messages.clientKey,
      channelId: messages.channelId,
      isFromAd: sql<boolean>`COALESCE(${messages.meta} ? 'referral', false)`,
    })
    .from(messages)
    .where(whereTenant(messages, tenantId, inArray(messages.conversationId, conversationIds)))
  const past = await conversationsPort.listImportedMessageRefs(tx, tenantId, conversationIds)
  const eventKeys = filterStrings(writtenMessages.map(({ key }) => key))
  const senders = [
    ...filterStrings([lead.channelUserKey?.replace('whatsapp:user:', ''), toPhoneKey(lead.phone)]),
    ...filterStrings(leadConversations.flatMap(({ channelAddress }) => [channelAddress, toPhoneKey(channelAddress)])),
    ...filterStrings(writtenMessages.map(({ channelId }) => channelId)),
    ...(await channels.findSendersByEventKeys(tx, tenantId, eventKeys)),
  ]
  return {
    tenantId,
    lead,
    leadIds,
    conversationIds,
    lastMessageAt: getLastMessageTime(lead, leadConversations),
    messageIds: [
      ...writtenMessages.flatMap(({ id, isFromAd }) => (isFromAd ? [id, getAdImageId(id)] : [id])),
      ...past.map(({ id }) => id),
    ],
    senders: [...new Set(senders)],
    eventKeys,
    importedMessages: past,
  }
}

/**
 * Returns the time of the last message in a lead's conversations. Conversations of merged leads are ignored, because their messages were
 * moved. The query of the retention job must give the same result.
 */
const getLastMessageTime = (
  { id, createdAt }: LeadRow,
  leadConversations: readonly {
    leadId: string
    createdAt: Date
    lastLeadMessageAt: Date | null
    lastAgentMessageAt: Date | null
  }[],
): Date =>
  max([
    createdAt,
    ...leadConversations
      .filter(({ leadId }) => leadId === id)
      .flatMap((conversation) => [conversation.createdAt, conversation.lastLeadMessageAt, conversation.lastAgentMessageAt])
      .filter((time) => time !== null),
  ])

const filterStrings = (values: readonly (string | null | undefined)[]): string[] =>
  values.filter((value) => typeof value === 'string')

/** Returns the ids of a lead and of all leads merged into it, directly or indirectly. */
async function listMergedLeadIds(tx: Tx, tenantId: string, leadId: string): Promise<string[]> {
  const { rows } = await tx.db.execute(sql`
    WITH RECURSIVE same AS (
      SELECT ${leadId}::uuid AS id
      UNION
      SELECT (${auditLog.after}->>'merged')::uuid FROM ${auditLog} JOIN same ON ${auditLog.subject} = same.id::text
      WHERE ${whereTenant(auditLog, tenantId, eq(auditLog.action, 'lead.merged'))}
    ) SELECT id FROM same`)
  return rows.map(({ id }) => String(id))
}
