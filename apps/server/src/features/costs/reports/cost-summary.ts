import {
  COST_KINDS,
  type ConversationCost,
  type CostGroupBy,
  type CostSum,
  type CostSummary,
} from '@prosa/contract/entities/reports/cost'
import { and, asc, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { isUuid, type Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { costs } from '../../../platform/database/schema/agents/costs.ts'
import { agents, conversations } from '../../../platform/database/schema/conversations/conversations.ts'
import { tenants } from '../../../platform/database/schema/organisation/tenants.ts'
import { whatsappNumbers } from '../../../platform/database/schema/whatsapp/whatsapp.ts'
import { getComparisonPeriods } from '../../../platform/dates/period.ts'
import { errors } from '../../../platform/errors.ts'
import { compareBill } from '../recording/bill.ts'
import { COST_SUM_COLUMNS, toCostSum, ZERO_COST_SUM } from './cost-sum.ts'

const addSums = (parts: readonly CostSum[]): CostSum =>
  parts.reduce(
    (sum, part) => ({
      micro_brl: sum.micro_brl + part.micro_brl,
      count: sum.count + part.count,
      unpriced: sum.unpriced + part.unpriced,
      estimated: sum.estimated + part.estimated,
    }),
    ZERO_COST_SUM,
  )

/**
 * Sums an organisation's costs by group over a range of days. Days start in the organisation's time zone.
 * @throws 400 if the last day is before the first, or for too many days
 */
export async function summarizeCosts(
  tx: Tx,
  tenantId: string,
  { from, to, group_by }: Pick<CostSummary, 'from' | 'to' | 'group_by'>,
): Promise<CostSummary> {
  const [tenant] = await tx.db.select({ timezone: tenants.timezone }).from(tenants).where(eq(tenants.id, tenantId))
  if (!tenant) throw errors.notFound()
  const { current } = getComparisonPeriods(from, to, tenant.timezone)
  const { key, label } = getGroupColumns(group_by, tenant.timezone)
  const groupColumn = sql`1`
  const rows = await tx.db
    .select({ key: sql<string | null>`${key}`, label: sql<string | null>`max(${label})`, ...COST_SUM_COLUMNS })
    .from(costs)
    .leftJoin(agents, whereTenant(agents, costs.tenantId, eq(agents.id, costs.agentId)))
    .leftJoin(whatsappNumbers, whereTenant(whatsappNumbers, costs.tenantId, eq(whatsappNumbers.id, costs.numberId)))
    .leftJoin(conversations, whereTenant(conversations, costs.tenantId, eq(conversations.id, costs.conversationId)))
    .where(whereTenant(costs, tenantId, gte(costs.at, current.from), lt(costs.at, current.to)))
    .groupBy(groupColumn)
    .orderBy(group_by === 'day' ? asc(groupColumn) : sql`sum(${costs.microBrl}) DESC NULLS LAST, 1`)
  const groups = rows.map(({ key, label, ...sumRow }) => ({ key, label, ...toCostSum(sumRow) }))
  return { from, to, group_by, total: addSums(groups), groups, bill: await compareBill(tx, tenantId, current) }
}

const NO_LABEL = sql`NULL::text`

function getGroupColumns(groupBy: CostGroupBy, timeZone: string): { key: SQL; label: SQL } {
  if (groupBy === 'day') return { key: sql`to_char(${costs.at} AT TIME ZONE ${timeZone}, 'YYYY-MM-DD')`, label: NO_LABEL }
  if (groupBy === 'agent') return { key: sql`${costs.agentId}::text`, label: sql`${agents.name}` }
  if (groupBy === 'number') return { key: sql`${costs.numberId}::text`, label: sql`${whatsappNumbers.displayNumber}` }
  if (groupBy === 'version') return { key: sql`${costs.version}::text`, label: NO_LABEL }
  if (groupBy === 'stage') return { key: sql`${conversations.stage}`, label: NO_LABEL }
  return { key: sql`${costs.kind}`, label: NO_LABEL }
}

/**
 * Sums the costs of a conversation (including conversations merged into it) and of its lead.
 * @throws 404 if the lead has no such conversation
 */
export async function sumConversationCost(
  tx: Tx,
  tenantId: string,
  { leadId, conversationId }: { leadId: string; conversationId: string },
): Promise<ConversationCost> {
  const [conversation] = [leadId, conversationId].every(isUuid)
    ? await tx.db
        .select({ id: conversations.id })
        .from(conversations)
        .where(whereTenant(conversations, tenantId, eq(conversations.id, conversationId), eq(conversations.leadId, leadId)))
    : []
  if (!conversation) throw errors.notFound()
  const selectConversationIds = (condition: SQL | undefined) =>
    tx.db
      .select({ id: conversations.id })
      .from(conversations)
      .where(and(whereTenant(conversations, tenantId), condition))
  const conversationIds = selectConversationIds(
    or(eq(conversations.id, conversationId), eq(conversations.mergedInto, conversationId)),
  )
  const leadCondition = or(
    eq(costs.leadId, leadId),
    inArray(costs.conversationId, selectConversationIds(eq(conversations.leadId, leadId))),
  )
  const rows = await tx.db
    .select({ kind: costs.kind, ...COST_SUM_COLUMNS })
    .from(costs)
    .where(whereTenant(costs, tenantId, inArray(costs.conversationId, conversationIds)))
    .groupBy(costs.kind)
  const [lead] = await tx.db
    .select(COST_SUM_COLUMNS)
    .from(costs)
    .where(whereTenant(costs, tenantId, leadCondition))
  const kinds = COST_KINDS.flatMap((kind) => rows.filter((row) => row.kind === kind).map((row) => ({ kind, ...toCostSum(row) })))
  return { conversation: addSums(kinds), lead: toCostSum(lead), kinds }
}
