import {
  COST_KINDS,
  type ConversationCost,
  type CostGroupBy,
  type CostSum,
  type CostSummary,
} from '@prosa/contract/entities/cost'
import { and, asc, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { isUuid, type Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { agents, conversations } from '../../kernel/db/schema/conversations.ts'
import { costs } from '../../kernel/db/schema/costs.ts'
import { tenants } from '../../kernel/db/schema/tenants.ts'
import { whatsappNumbers } from '../../kernel/db/schema/whatsapp.ts'
import { errors } from '../../kernel/errors.ts'
import { periodOf } from '../../kernel/period.ts'
import { compareBill } from './bill.ts'
import { NOTHING, SUM, sumOf } from './cost-sum.ts'

const together = (parts: readonly CostSum[]): CostSum =>
  parts.reduce(
    (sum, part) => ({
      micro_brl: sum.micro_brl + part.micro_brl,
      count: sum.count + part.count,
      unpriced: sum.unpriced + part.unpriced,
      estimated: sum.estimated + part.estimated,
    }),
    NOTHING,
  )

/** Returns the costs of a range of days in the organisation's time zone, by group. @throws 400 if the days are reversed or too many */
export async function summarise(
  tx: Tx,
  tenantId: string,
  { from, to, group_by }: Pick<CostSummary, 'from' | 'to' | 'group_by'>,
): Promise<CostSummary> {
  const [tenant] = await tx.db.select({ timezone: tenants.timezone }).from(tenants).where(eq(tenants.id, tenantId))
  if (!tenant) throw errors.notFound()
  const { current } = periodOf(from, to, tenant.timezone)
  const { key, label } = groupOf(group_by, tenant.timezone)
  const place = sql`1`
  const rows = await tx.db
    .select({ key: sql<string | null>`${key}`, label: sql<string | null>`max(${label})`, ...SUM })
    .from(costs)
    .leftJoin(agents, ofTenant(agents, costs.tenantId, eq(agents.id, costs.agentId)))
    .leftJoin(whatsappNumbers, ofTenant(whatsappNumbers, costs.tenantId, eq(whatsappNumbers.id, costs.numberId)))
    .leftJoin(conversations, ofTenant(conversations, costs.tenantId, eq(conversations.id, costs.conversationId)))
    .where(ofTenant(costs, tenantId, gte(costs.at, current.from), lt(costs.at, current.to)))
    .groupBy(place)
    .orderBy(group_by === 'day' ? asc(place) : sql`sum(${costs.microBrl}) DESC NULLS LAST, 1`)
  const groups = rows.map(({ key, label, ...summed }) => ({ key, label, ...sumOf(summed) }))
  return { from, to, group_by, total: together(groups), groups, bill: await compareBill(tx, tenantId, current) }
}

const NONE = sql`NULL::text`

function groupOf(by: CostGroupBy, timeZone: string): { key: SQL; label: SQL } {
  if (by === 'day') return { key: sql`to_char(${costs.at} AT TIME ZONE ${timeZone}, 'YYYY-MM-DD')`, label: NONE }
  if (by === 'agent') return { key: sql`${costs.agentId}::text`, label: sql`${agents.name}` }
  if (by === 'number') return { key: sql`${costs.numberId}::text`, label: sql`${whatsappNumbers.displayNumber}` }
  if (by === 'version') return { key: sql`${costs.version}::text`, label: NONE }
  if (by === 'stage') return { key: sql`${conversations.stage}`, label: NONE }
  return { key: sql`${costs.kind}`, label: NONE }
}

/** Returns the cost of a conversation, including those merged into it, and the total cost of its lead. @throws 404 */
export async function conversationCost(
  tx: Tx,
  tenantId: string,
  { leadId, conversationId }: { leadId: string; conversationId: string },
): Promise<ConversationCost> {
  const [found] = [leadId, conversationId].every(isUuid)
    ? await tx.db
        .select({ id: conversations.id })
        .from(conversations)
        .where(ofTenant(conversations, tenantId, eq(conversations.id, conversationId), eq(conversations.leadId, leadId)))
    : []
  if (!found) throw errors.notFound()
  const those = (which: SQL | undefined) =>
    tx.db
      .select({ id: conversations.id })
      .from(conversations)
      .where(and(ofTenant(conversations, tenantId), which))
  const joined = those(or(eq(conversations.id, conversationId), eq(conversations.mergedInto, conversationId)))
  const ofLead = or(eq(costs.leadId, leadId), inArray(costs.conversationId, those(eq(conversations.leadId, leadId))))
  const rows = await tx.db
    .select({ kind: costs.kind, ...SUM })
    .from(costs)
    .where(ofTenant(costs, tenantId, inArray(costs.conversationId, joined)))
    .groupBy(costs.kind)
  const [lead] = await tx.db
    .select(SUM)
    .from(costs)
    .where(ofTenant(costs, tenantId, ofLead))
  const kinds = COST_KINDS.flatMap((kind) => rows.filter((row) => row.kind === kind).map((row) => ({ kind, ...sumOf(row) })))
  return { conversation: together(kinds), lead: sumOf(lead), kinds }
}
