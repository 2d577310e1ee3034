import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import * as z from 'zod/mini'
import type { Tx } from '../../../platform/database/database.ts'
import { latestTime } from '../../../platform/database/queries/latest-time.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { conversations } from '../../../platform/database/schema/conversations/conversations.ts'
import { tenants } from '../../../platform/database/schema/organisation/tenants.ts'
import { importedMessages } from '../../../platform/database/schema/whatsapp/imported-history.ts'
import { formatPreviewText } from '../../../platform/messages/preview-text.ts'
import type { Leads } from '../../leads/ports.ts'
import { REACTION_MESSAGE_TYPE } from '../messages/message-types.ts'
import { applyEditsBeforeImport, lockImportExclusive } from './edit-imported-message.ts'
import type { ContactHistory, HistoryImportResult, ImportedMessage } from './ports.ts'

type AddedMessage = Omit<HistoryImportResult['added'][number], 'isRevoked'>

const INSERT_BATCH_SIZE = 1_000

/**
 * Stores the imported messages of one contact and skips those that are already stored. Emits no event per message, changes no sequence
 * number, unread count or reply window, and triggers no agent.
 */
export async function importContactHistory(
  tx: Tx,
  leads: Pick<Leads, 'findOrImport'>,
  { contact, numberId, messages }: ContactHistory,
  at: Date,
): Promise<HistoryImportResult> {
  await lockImportExclusive(tx, contact.tenantId)
  const messagesWithoutReactions = messages.filter(({ type }) => type !== REACTION_MESSAGE_TYPE)
  const getNewestTime = (candidates: readonly ImportedMessage[]) =>
    new Date(Math.max(...candidates.map(({ writtenAt }) => writtenAt.getTime())))
  const { id: leadId } = await leads.findOrImport(tx, { ...contact, at })
  const conversationId = await lockContactConversation(
    tx,
    contact,
    { leadId, newest: getNewestTime(messagesWithoutReactions.length > 0 ? messagesWithoutReactions : messages) },
    at,
  )
  const added: AddedMessage[] = []
  const target = { tenantId: contact.tenantId, numberId, conversationId }
  for (let from = 0; from < messages.length; from += INSERT_BATCH_SIZE)
    added.push(...(await insertImportedMessages(tx, target, messages.slice(from, from + INSERT_BATCH_SIZE), at)))
  if (added.length === 0) return { leadId, conversationId, added: [] }
  await updateListPreview(
    tx,
    {
      tenantId: contact.tenantId,
      conversationId,
      newest: messagesWithoutReactions.length > 0 ? getNewestTime(messagesWithoutReactions) : null,
    },
    messages,
    at,
  )
  const revokedIds = await applyEditsBeforeImport(tx, contact.tenantId, added, at)
  tx.emit({ name: 'past.stored', payload: { tenantId: contact.tenantId } })
  return { leadId, conversationId, added: added.map((message) => ({ ...message, isRevoked: revokedIds.has(message.id) })) }
}

/**
 * Locks the contact's conversation and returns its id. Creates the conversation if it does not exist. A concurrent incoming message waits
 * for this lock.
 */
async function lockContactConversation(
  tx: Tx,
  { tenantId, agentId, channel, channelAddress }: ContactHistory['contact'],
  { leadId, newest }: { leadId: string; newest: Date },
  at: Date,
): Promise<string> {
  const [existing] = await tx.db
    .select({ id: conversations.id })
    .from(conversations)
    .where(whereTenant(conversations, tenantId, eq(conversations.leadId, leadId), eq(conversations.channel, channel)))
    .for('update')
  if (existing) return existing.id
  const id = uuid()
  await tx.db.insert(conversations).values({
    tenantId,
    id,
    leadId,
    agentId,
    channel,
    channelAccountId: channelAddress?.accountId ?? null,
    channelAddress: channelAddress?.address ?? null,
    joinsSeen: sql`(SELECT ${tenants.joins} FROM ${tenants} WHERE ${tenants.id} = ${tenantId})`,
    createdAt: at,
    // The conversation list is sorted by this time.
    updatedAt: newest,
  })
  return id
}

const insertedRows = z.array(z.object({ id: z.string(), channel_id: z.string() }))

/**
 * Inserts the imported messages that are not stored yet, and returns them. Passes all rows as one JSON parameter, because thousands of
 * parameters take longer to send than the insertion itself.
 */
async function insertImportedMessages(
  tx: Tx,
  { tenantId, numberId, conversationId }: { tenantId: string; numberId: string; conversationId: string },
  messages: readonly ImportedMessage[],
  at: Date,
): Promise<AddedMessage[]> {
  const rows = messages.map(({ channelId, role, type, content, attachment, delivery, meta, writtenAt }) => ({
    id: uuid(),
    channel_id: channelId,
    said_at: writtenAt.toISOString(),
    role,
    type,
    content,
    attachment,
    delivery,
    meta,
  }))
  const { rows: added } = await tx.db.execute(sql`
    INSERT INTO past_messages (tenant_id, id, conversation_id, number_id, channel_id, role, type, content, attachment, delivery, meta,
      said_at, created_at)
    SELECT ${tenantId}::uuid, r.id, ${conversationId}::uuid, ${numberId}::uuid, r.channel_id, r.role, r.type, r.content, r.attachment,
      r.delivery, r.meta, r.said_at, ${at.toISOString()}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(id uuid, channel_id text, role text, type text, content text,
      attachment jsonb, delivery text, meta jsonb, said_at timestamptz)
    WHERE NOT EXISTS (SELECT FROM messages m WHERE m.tenant_id = ${tenantId} AND m.channel_id = r.channel_id)
    ON CONFLICT DO NOTHING
    RETURNING id, channel_id`)
  return insertedRows.parse(added).map(({ id, channel_id: channelId }) => ({ id, channelId }))
}

/** Shows the newest imported message in the conversation list, if the conversation has no other messages. */
async function updateListPreview(
  tx: Tx,
  { tenantId, conversationId, newest }: { tenantId: string; conversationId: string; newest: Date | null },
  messages: ContactHistory['messages'],
  at: Date,
): Promise<void> {
  const conversationCondition = whereTenant(conversations, tenantId, eq(conversations.id, conversationId))
  await tx.db
    .update(conversations)
    .set({ pastChangedAt: at, ...(newest ? { updatedAt: latestTime(conversations.updatedAt, newest) } : {}) })
    .where(conversationCondition)
  const [newestRow] = await tx.db
    .select({ channelId: importedMessages.channelId, role: importedMessages.role })
    .from(importedMessages)
    .where(importedMessagesCondition(tenantId, conversationId, ne(importedMessages.type, REACTION_MESSAGE_TYPE)))
    .orderBy(desc(importedMessages.saidAt), desc(importedMessages.id))
    .limit(1)
  const newestMessage = messages.find(({ channelId }) => channelId === newestRow?.channelId)
  if (!newestMessage) return
  await tx.db
    .update(conversations)
    .set({
      lastMessagePreview: formatPreviewText(newestMessage.preview ?? newestMessage.content),
      lastMessageFrom: newestMessage.role === 'humano' ? 'lead' : 'person',
    })
    .where(and(conversationCondition, eq(conversations.lastSeq, 0)))
}

export const importedMessagesCondition = (tenantId: string, conversationId: string, ...conditions: (SQL | undefined)[]) =>
  whereTenant(importedMessages, tenantId, eq(importedMessages.conversationId, conversationId), ...conditions)
