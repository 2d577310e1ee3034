import { eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { agents, conversations } from '../../../platform/database/schema/conversations/conversations.ts'
import { tenants } from '../../../platform/database/schema/organisation/tenants.ts'
import type { Deps } from '../../../platform/deps.ts'
import { errors } from '../../../platform/errors.ts'
import type { Leads } from '../../leads/ports.ts'
import type { ConversationAddress } from '../ports.ts'
import { mergeConversations } from './merge-conversations.ts'

export interface ConversationRef {
  /** Whether the agent may answer: false if the agent or its organisation is deactivated. */
  agentAnswers: boolean
  lead: { id: string; pause: boolean }
  conversationId: string
}

/**
 * Returns the lead and the conversation for a channel's identifiers, and creates those that do not exist. If the identifiers belong to two
 * leads, merges the leads, because both are the same person.
 * @throws 404 if the agent does not belong to the tenant
 */
export async function findOrCreateLeadConversation(
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
  leads: Pick<Leads, 'findOrCreate'>,
  place: ConversationAddress,
  at: Date,
): Promise<ConversationRef> {
  const { tenantId, agentId, channelKey, channelUserKey = null, lead, staysArchived = false } = place
  const [agent] = await tx.db
    .select({ active: agents.active, tenantActive: tenants.active })
    .from(agents)
    .innerJoin(tenants, whereTenant(agents, tenants.id))
    .where(whereTenant(agents, tenantId, eq(agents.id, agentId)))
  if (!agent) throw errors.notFound()
  const found = await leads.findOrCreate(tx, { tenantId, agentId, channelKey, channelUserKey, lead, staysArchived, at })
  if (found.merged) await mergeConversations(tx, deps, { tenantId, from: found.merged, into: found.id, at })
  const conversationId = await findOrCreateConversation(tx, place, found.id, at)
  return { agentAnswers: agent.active && agent.tenantActive, lead: found, conversationId }
}

async function findOrCreateConversation(
  tx: Tx,
  { tenantId, agentId, channel, via, addressKey }: ConversationAddress,
  leadId: string,
  at: Date,
): Promise<string> {
  const where = whereTenant(conversations, tenantId, eq(conversations.leadId, leadId), eq(conversations.channel, channel))
  const address = {
    ...(via ? { channelAccountId: via.accountId, channelAddress: via.address } : {}),
    ...(addressKey ? { addressKey } : {}),
  }
  const [found] = await tx.db
    .select({
      id: conversations.id,
      channelAccountId: conversations.channelAccountId,
      channelAddress: conversations.channelAddress,
      addressKey: conversations.addressKey,
    })
    .from(conversations)
    .where(where)
  if (found) {
    // Replies are sent from the channel account to which the lead wrote last.
    if (Object.entries(address).some(([column, value]) => found[column as keyof typeof address] !== value))
      await tx.db
        .update(conversations)
        .set(address)
        .where(whereTenant(conversations, tenantId, eq(conversations.id, found.id)))
    return found.id
  }
  const id = uuid()
  const joinsSeen = sql`(SELECT ${tenants.joins} FROM ${tenants} WHERE ${tenants.id} = ${tenantId})`
  await tx.db
    .insert(conversations)
    .values({ tenantId, id, leadId, agentId, channel, ...address, joinsSeen, createdAt: at, updatedAt: at })
  return id
}
