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
  canAgentAnswer: boolean
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
  address: ConversationAddress,
  at: Date,
): Promise<ConversationRef> {
  const { tenantId, agentId, channelKey, channelUserKey = null, lead, staysArchived = false } = address
  const [agent] = await tx.db
    .select({ active: agents.active, tenantActive: tenants.active })
    .from(agents)
    .innerJoin(tenants, whereTenant(agents, tenants.id))
    .where(whereTenant(agents, tenantId, eq(agents.id, agentId)))
  if (!agent) throw errors.notFound()
  const foundLead = await leads.findOrCreate(tx, { tenantId, agentId, channelKey, channelUserKey, lead, staysArchived, at })
  if (foundLead.mergedLeadId)
    await mergeConversations(tx, deps, { tenantId, from: foundLead.mergedLeadId, into: foundLead.id, at })
  const conversationId = await findOrCreateConversation(tx, address, foundLead.id, at)
  return { canAgentAnswer: agent.active && agent.tenantActive, lead: foundLead, conversationId }
}

async function findOrCreateConversation(
  tx: Tx,
  { tenantId, agentId, channel, channelAddress, addressKey }: ConversationAddress,
  leadId: string,
  at: Date,
): Promise<string> {
  const where = whereTenant(conversations, tenantId, eq(conversations.leadId, leadId), eq(conversations.channel, channel))
  const addressColumns = {
    ...(channelAddress ? { channelAccountId: channelAddress.accountId, channelAddress: channelAddress.address } : {}),
    ...(addressKey ? { addressKey } : {}),
  }
  const [existing] = await tx.db
    .select({
      id: conversations.id,
      channelAccountId: conversations.channelAccountId,
      channelAddress: conversations.channelAddress,
      addressKey: conversations.addressKey,
    })
    .from(conversations)
    .where(where)
  if (existing) {
    // Replies are sent from the channel account to which the lead wrote last.
    if (Object.entries(addressColumns).some(([column, value]) => existing[column as keyof typeof addressColumns] !== value))
      await tx.db
        .update(conversations)
        .set(addressColumns)
        .where(whereTenant(conversations, tenantId, eq(conversations.id, existing.id)))
    return existing.id
  }
  const id = uuid()
  const joinsSeen = sql`(SELECT ${tenants.joins} FROM ${tenants} WHERE ${tenants.id} = ${tenantId})`
  await tx.db
    .insert(conversations)
    .values({ tenantId, id, leadId, agentId, channel, ...addressColumns, joinsSeen, createdAt: at, updatedAt: at })
  return id
}
