import { eq, sql } from 'drizzle-orm'
import { isUuid, type Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { agents, conversations, messages } from '../../kernel/db/schema/conversations.ts'

/** Whose cost something is. */
export interface Cause {
  leadId: string
  conversationId: string
  agentId: string
  numberId: string | null
  /** Which of its agent's versions said it; null: none, or nobody knows. */
  version: number | null
  at: Date
  /** False: a person sent it, or the system for one. */
  byAgent: boolean
}

/** Whose message this is, and when it was said; null: there is none. */
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

/** Whose conversation this is; what came of no message is counted to the version that its agent goes by now. */
export async function placeOf(tx: Tx, tenantId: string, conversationId: string): Promise<Omit<Cause, 'at' | 'byAgent'> | null> {
  if (!isUuid(conversationId)) return null
  const [row] = await tx.db
    .select({ ...WHOSE, version: agents.version })
    .from(conversations)
    .innerJoin(agents, ofTenant(agents, conversations.tenantId, eq(agents.id, conversations.agentId)))
    .where(ofTenant(conversations, tenantId, eq(conversations.id, conversationId)))
  return row ?? null
}

/** As its turn noted it (assistant/turn/run-turn.ts). */
const SAID_BY = sql<number | null>`(${messages.meta} ->> 'version')::integer`

const WHOSE = {
  leadId: conversations.leadId,
  conversationId: conversations.id,
  agentId: conversations.agentId,
  numberId: conversations.channelAccountId,
}
