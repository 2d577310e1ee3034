import { eq } from 'drizzle-orm'
import { latestTime } from '../../platform/database/queries/latest-time.ts'
import { whereTenant } from '../../platform/database/queries/where-tenant.ts'
import { conversations } from '../../platform/database/schema/conversations/conversations.ts'
import type { LeadConversations } from '../leads/ports.ts'
import { loadConversationsOfLead } from './load-conversation.ts'

const leadConversationsCondition = (tenantId: string, leadId: string) =>
  whereTenant(conversations, tenantId, eq(conversations.leadId, leadId))

/** Operations on conversations that the leads feature calls. */
export const leadConversations: LeadConversations = {
  presentConversations: (tx, tenantId, leadId) => loadConversationsOfLead(tx.db, tenantId, leadId),
  markChanged: async (tx, { tenantId, leadId, at }) => {
    await tx.db
      .update(conversations)
      .set({ updatedAt: latestTime(conversations.updatedAt, at) })
      .where(leadConversationsCondition(tenantId, leadId))
  },
  setArchive: async (tx, { tenantId, leadId, at }, archive) => {
    await tx.db
      .update(conversations)
      .set({ archive, updatedAt: latestTime(conversations.updatedAt, at) })
      .where(leadConversationsCondition(tenantId, leadId))
  },
}
