import { eq } from 'drizzle-orm'
import { noEarlier } from '../../kernel/db/no-earlier.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { conversations } from '../../kernel/db/schema/conversations.ts'
import type { ConversationsOfLead } from '../leads/ports.ts'
import { loadViewsOfLead } from './view.ts'

const ofLead = (tenantId: string, leadId: string) => ofTenant(conversations, tenantId, eq(conversations.leadId, leadId))

/** Operations on conversations that the leads feature calls. */
export const conversationsOfLead: ConversationsOfLead = {
  views: (tx, tenantId, leadId) => loadViewsOfLead(tx.db, tenantId, leadId),
  touch: async (tx, { tenantId, leadId, at }) => {
    await tx.db
      .update(conversations)
      .set({ updatedAt: noEarlier(conversations.updatedAt, at) })
      .where(ofLead(tenantId, leadId))
  },
  setArchive: async (tx, { tenantId, leadId, at }, archive) => {
    await tx.db
      .update(conversations)
      .set({ archive, updatedAt: noEarlier(conversations.updatedAt, at) })
      .where(ofLead(tenantId, leadId))
  },
}
