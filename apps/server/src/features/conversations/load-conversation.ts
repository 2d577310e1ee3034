import { REPLY_WINDOW_MS } from '@prosa/contract/constants'
import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import { eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { QueryExecutor } from '../../platform/database/database.ts'
import { preparePerConnection } from '../../platform/database/prepare-per-connection.ts'
import { buildReadPositionJoin, selectUnreadCount } from '../../platform/database/queries/unread-count.ts'
import { whereTenant } from '../../platform/database/queries/where-tenant.ts'
import { conversationReads, conversations, leads } from '../../platform/database/schema/conversations/conversations.ts'
import { getLeadDisplayName } from '../../platform/leads/lead-display-name.ts'

const getWindowEnd = (lastClientMessageAt: Date | null): string | null =>
  toIsoOrNull(lastClientMessageAt && new Date(lastClientMessageAt.getTime() + REPLY_WINDOW_MS))

const toIsoOrNull = (date: Date | null): string | null => date?.toISOString() ?? null

/** Conversation columns that clients display. Lists do not read other columns, such as the agent's memory. */
const displayedColumns = {
  id: conversations.id,
  leadId: conversations.leadId,
  agentId: conversations.agentId,
  channel: conversations.channel,
  status: conversations.status,
  statusMessage: conversations.statusMessage,
  stage: conversations.stage,
  needsAttention: conversations.needsAttention,
  attentionReason: conversations.attentionReason,
  summary: conversations.summary,
  archive: conversations.archive,
  mergedInto: conversations.mergedInto,
  lastSeq: conversations.lastSeq,
  reactions: conversations.reactions,
  lastMessagePreview: conversations.lastMessagePreview,
  lastMessageFrom: conversations.lastMessageFrom,
  lastSenderId: conversations.lastSenderId,
  lastSenderName: conversations.lastSenderName,
  lastMessageFailed: conversations.lastMessageFailed,
  lastClientMessageAt: conversations.lastClientMessageAt,
  lastAgentMessageAt: conversations.lastAgentMessageAt,
  freeUntil: conversations.freeUntil,
  updatedAt: conversations.updatedAt,
  pastChangedAt: conversations.pastChangedAt,
  lastActivityAt: conversations.lastActivityAt,
}

const viewColumns = {
  conversation: displayedColumns,
  lead: { id: leads.id, name: leads.name, company: leads.company, phone: leads.phone, pause: leads.pause },
}

const conversationLeadCondition = whereTenant(leads, conversations.tenantId, eq(leads.id, conversations.leadId))

/** Selects conversations with their leads, without data that differ per user, such as the unread count. */
const selectConversations = (db: QueryExecutor, where: SQL | undefined) =>
  db.select(viewColumns).from(conversations).innerJoin(leads, conversationLeadCondition).where(where)

/** Selects conversations with their leads and a user's unread count. The unread count is the difference of two stored counters. */
export const selectConversationsWithUnread = (db: QueryExecutor, userId: string | Placeholder) =>
  db
    .select({ ...viewColumns, unread: selectUnreadCount(userId) })
    .from(conversations)
    .innerJoin(leads, conversationLeadCondition)
    .leftJoin(conversationReads, buildReadPositionJoin(userId))

interface ConversationWithLead {
  conversation: Pick<typeof conversations.$inferSelect, keyof typeof displayedColumns>
  lead: { id: string; name: string | null; company: string | null; phone: string | null; pause: boolean }
}

/** Converts a conversation row to the API's `Conversation`. Omits the unread count if the row has none. */
export function presentConversation({ conversation: c, lead, unread }: ConversationWithLead & { unread?: number }): Conversation {
  return {
    _id: c.id,
    lead_id: c.leadId,
    lead_name: getLeadDisplayName(lead),
    name: getLeadDisplayName(lead),
    phone: lead.phone,
    lead_empresa: lead.company,
    conversation_status: c.status,
    status_message: c.statusMessage,
    stage: c.stage,
    needs_attention: c.needsAttention,
    total_messages: c.lastSeq - c.reactions,
    last_client_message_at: toIsoOrNull(c.lastClientMessageAt),
    last_agent_message_at: toIsoOrNull(c.lastAgentMessageAt),
    updated_at: toIsoOrNull(c.updatedAt),
    ...(unread === undefined ? {} : { unreadCount: Math.max(0, unread) }),
    lead_context_summary: c.summary,
    agent_id: c.agentId,
    channel: c.channel,
    // A conversation that was merged into another is returned as archived, so that clients do not display it.
    archive: c.archive || c.mergedInto !== null,
    pause: lead.pause,
    attention_reason: c.attentionReason,
    last_seq: c.lastSeq,
    last_message_preview: c.lastMessagePreview,
    last_message_from: c.lastMessageFrom,
    last_message_sender_id: c.lastSenderId,
    last_message_sender_name: c.lastSenderName,
    last_message_failed: c.lastMessageFailed,
    // Only WhatsApp has a reply window.
    ...(c.channel === 'whatsapp' ? { window_closes_at: getWindowEnd(c.lastClientMessageAt) } : {}),
    ...(c.freeUntil ? { free_until: toIsoOrNull(c.freeUntil) } : {}),
  }
}

const conversationByIdQuery = preparePerConnection((db) =>
  selectConversations(
    db,
    whereTenant(conversations, sql.placeholder('tenantId'), eq(conversations.id, sql.placeholder('conversationId'))),
  ).prepare('one_view'),
)

/**
 * Loads a conversation in the format of socket events, without an unread count.
 * @throws if the conversation does not exist
 */
export async function loadConversation(db: QueryExecutor, tenantId: string, conversationId: string): Promise<Conversation> {
  const [row] = await conversationByIdQuery(db).execute({ tenantId, conversationId })
  if (!row) throw new Error('The conversation vanished inside its own transaction')
  return presentConversation(row)
}

/** Loads all conversations of a lead in the format of socket events, without unread counts. */
export async function loadConversationsOfLead(db: QueryExecutor, tenantId: string, leadId: string): Promise<Conversation[]> {
  const rows = await selectConversations(db, whereTenant(conversations, tenantId, eq(conversations.leadId, leadId)))
  return rows.map((row) => presentConversation(row))
}
