import { eq, sql } from 'drizzle-orm'
import { isUuid, type Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { agents, conversations, messages } from '../../kernel/db/schema/conversations.ts'

/** The lead, conversation, agent and number that a cost is attributed to. */
export interface Cause {
  leadId: string
  conversationId: string
  agentId: string
  numberId: string | null
  /** Version of the agent that wrote the message. Null if no agent did, or the version is unknown. */
  version: number | null
  at: Date
  /** False if a user sent the message, or the system on behalf of one. */
  byAgent: boolean
}

/** Returns the cause of a message's cost, or null if the message does not exist. */
export async function causeOf(tx: Tx, tenantId: string, messageId: string): Promise<Cause | null> {
  const [row] = await tx.db
    .select({ ...WHOSE, version: SAID_BY, at: messages.createdAt, isManual: messages.manual })
    .from(messages)
    .innerJoin(conversations, ofTenant(conversations, messages.tenantId, eq(conversations.id, messages.conversationId)))
    .where(ofTenant(messages, tenantId, eq(messages.id, messageId)))
  if (!row) return null
  const { isManual, ...cause } = row
  return { ...cause, byAgent: !isManual }
}

/** Returns the cause of a cost without a message, with the agent's current version. Returns null if the conversation does not exist. */
export async function placeOf(tx: Tx, tenantId: string, conversationId: string): Promise<Omit<Cause, 'at' | 'byAgent'> | null> {
  if (!isUuid(conversationId)) return null
  const [row] = await tx.db
    .select({ ...WHOSE, version: agents.version })
    .from(conversations)
    .innerJoin(agents, ofTenant(agents, conversations.tenantId, eq(agents.id, conversations.agentId)))
    .where(ofTenant(conversations, tenantId, eq(conversations.id, conversationId)))
  return row ?? null
}

/** The version that the turn stored with the message (assistant/turn/run-turn.ts). */
const SAID_BY = sql<number | null>`(${messages.meta} ->> 'version')::integer`

const WHOSE = {
  leadId: conversations.leadId,
  conversationId: conversations.id,
  agentId: conversations.agentId,
  numberId: conversations.channelAccountId,
}
