import { eq, sql } from 'drizzle-orm'
import { isUuid, type Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { agents, conversations, messages } from '../../../platform/database/schema/conversations/conversations.ts'

/** Lead, conversation, agent and WhatsApp number that caused a cost. */
export interface CostAttribution {
  leadId: string
  conversationId: string
  agentId: string
  numberId: string | null
  /** Version of the agent's settings. Null if no agent wrote the message or the version is unknown. */
  version: number | null
  at: Date
  /** Whether an agent caused the cost. False for messages of users, also if the system sent them. */
  byAgent: boolean
}

/** Returns the attribution of a message's cost. Returns null if the message does not exist. */
export async function findMessageAttribution(tx: Tx, tenantId: string, messageId: string): Promise<CostAttribution | null> {
  const [row] = await tx.db
    .select({ ...ATTRIBUTION_COLUMNS, version: MESSAGE_VERSION, at: messages.createdAt, isManual: messages.manual })
    .from(messages)
    .innerJoin(conversations, whereTenant(conversations, messages.tenantId, eq(conversations.id, messages.conversationId)))
    .where(whereTenant(messages, tenantId, eq(messages.id, messageId)))
  if (!row) return null
  const { isManual, ...attribution } = row
  return { ...attribution, byAgent: !isManual }
}

/**
 * Returns the attribution of a cost that belongs to no message. Uses the agent's current version. Returns null if the conversation does not
 * exist.
 */
export async function findConversationAttribution(
  tx: Tx,
  tenantId: string,
  conversationId: string,
): Promise<Omit<CostAttribution, 'at' | 'byAgent'> | null> {
  if (!isUuid(conversationId)) return null
  const [row] = await tx.db
    .select({ ...ATTRIBUTION_COLUMNS, version: agents.version })
    .from(conversations)
    .innerJoin(agents, whereTenant(agents, conversations.tenantId, eq(agents.id, conversations.agentId)))
    .where(whereTenant(conversations, tenantId, eq(conversations.id, conversationId)))
  return row ?? null
}

/** Version of the agent's settings, from the metadata of its message (assistant/turn/run-turn.ts). */
const MESSAGE_VERSION = sql<number | null>`(${messages.meta} ->> 'version')::integer`

const ATTRIBUTION_COLUMNS = {
  leadId: conversations.leadId,
  conversationId: conversations.id,
  agentId: conversations.agentId,
  numberId: conversations.channelAccountId,
}
