import { COMPOSER_WINDOW_MS } from '@prosa/contract/constants'
import type { Conversation } from '@prosa/contract/entities/conversation'
import { eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Queries } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import { conversationReads, conversations, leads } from '../../kernel/db/schema/conversations.ts'
import { readsOf, unreadOf } from '../../kernel/db/unread-of.ts'
import { visitorName } from '../../kernel/visitor-name.ts'

const closesAt = (spoken: Date | null): string | null => iso(spoken && new Date(spoken.getTime() + COMPOSER_WINDOW_MS))

const iso = (date: Date | null): string | null => date?.toISOString() ?? null

/** Displayed columns of a conversation. Others, such as the agent's memory, are not read for lists. */
const shown = {
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
  conversation: shown,
  lead: { id: leads.id, name: leads.name, company: leads.company, phone: leads.phone, pause: leads.pause },
}

const ofLead = ofTenant(leads, conversations.tenantId, eq(leads.id, conversations.leadId))

/** Selects conversations with their leads, without data of a single user. */
const selectViews = (db: Queries, where: SQL | undefined) =>
  db.select(viewColumns).from(conversations).innerJoin(leads, ofLead).where(where)

/** Selects conversations with a user's unread count, which is the difference of two stored numbers. */
export const selectViewsFor = (db: Queries, userId: string | Placeholder) =>
  db
    .select({ ...viewColumns, unread: unreadOf(userId) })
    .from(conversations)
    .innerJoin(leads, ofLead)
    .leftJoin(conversationReads, readsOf(userId))

interface View {
  conversation: Pick<typeof conversations.$inferSelect, keyof typeof shown>
  lead: { id: string; name: string | null; company: string | null; phone: string | null; pause: boolean }
}

/** Converts a row to the contract's format. Omits the unread count if the row is not for a single user. */
export function presentConversation({ conversation: c, lead, unread }: View & { unread?: number }): Conversation {
  return {
    _id: c.id,
    lead_id: c.leadId,
    lead_name: visitorName(lead),
    name: visitorName(lead),
    phone: lead.phone,
    lead_empresa: lead.company,
    conversation_status: c.status,
    status_message: c.statusMessage,
    stage: c.stage,
    needs_attention: c.needsAttention,
    total_messages: c.lastSeq - c.reactions,
    last_client_message_at: iso(c.lastClientMessageAt),
    last_agent_message_at: iso(c.lastAgentMessageAt),
    updated_at: iso(c.updatedAt),
    ...(unread === undefined ? {} : { unreadCount: Math.max(0, unread) }),
    lead_context_summary: c.summary,
    agent_id: c.agentId,
    channel: c.channel,
    // A merged conversation is never displayed.
    archive: c.archive || c.mergedInto !== null,
    pause: lead.pause,
    attention_reason: c.attentionReason,
    last_seq: c.lastSeq,
    last_message_preview: c.lastMessagePreview,
    last_message_from: c.lastMessageFrom,
    last_message_sender_id: c.lastSenderId,
    last_message_sender_name: c.lastSenderName,
    last_message_failed: c.lastMessageFailed,
    // Other channels have no reply window.
    ...(c.channel === 'whatsapp' ? { window_closes_at: closesAt(c.lastClientMessageAt) } : {}),
    ...(c.freeUntil ? { free_until: iso(c.freeUntil) } : {}),
  }
}

const oneView = prepared((db) =>
  selectViews(
    db,
    ofTenant(conversations, sql.placeholder('tenantId'), eq(conversations.id, sql.placeholder('conversationId'))),
  ).prepare('one_view'),
)

/** Returns a conversation in the format of events. */
export async function loadView(db: Queries, tenantId: string, conversationId: string): Promise<Conversation> {
  const [row] = await oneView(db).execute({ tenantId, conversationId })
  if (!row) throw new Error('The conversation vanished inside its own transaction')
  return presentConversation(row)
}

/** Returns all conversations of a lead in the format of events. */
export async function loadViewsOfLead(db: Queries, tenantId: string, leadId: string): Promise<Conversation[]> {
  const rows = await selectViews(db, ofTenant(conversations, tenantId, eq(conversations.leadId, leadId)))
  return rows.map((row) => presentConversation(row))
}
