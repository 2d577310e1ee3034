import type { CostRow } from '@prosa/contract/entities/reports/cost-row'
import { asc, inArray, or } from 'drizzle-orm'
import type { Tx } from '../../platform/database/database.ts'
import { whereTenant } from '../../platform/database/queries/where-tenant.ts'
import { costs } from '../../platform/database/schema/agents/costs.ts'
import type { LeadAndConversationIds } from './ports.ts'

const whereLead = (tenantId: string, { leadIds, conversationIds }: LeadAndConversationIds) =>
  whereTenant(costs, tenantId, or(inArray(costs.leadId, [...leadIds]), inArray(costs.conversationId, [...conversationIds])))

export async function anonymizeLeadCosts(tx: Tx, tenantId: string, lead: LeadAndConversationIds): Promise<void> {
  await tx.db.update(costs).set({ leadId: null, conversationId: null }).where(whereLead(tenantId, lead))
}

export async function exportLeadCosts(tx: Tx, tenantId: string, lead: LeadAndConversationIds): Promise<CostRow[]> {
  const rows = await tx.db.select().from(costs).where(whereLead(tenantId, lead)).orderBy(asc(costs.at), asc(costs.ref))
  return rows.map(presentCost)
}

const presentCost = (row: typeof costs.$inferSelect): CostRow => ({
  kind: row.kind,
  ref: row.ref,
  micro_brl: row.microBrl,
  state: row.state,
  lead_id: row.leadId,
  conversation_id: row.conversationId,
  agent_id: row.agentId,
  version: row.version,
  number_id: row.numberId,
  at: row.at.toISOString(),
})
