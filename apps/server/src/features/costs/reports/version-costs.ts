import type { VersionCost } from '@prosa/contract/entities/reports/cost'
import { and, eq, gte, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { isUuid, type Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { costs } from '../../../platform/database/schema/agents/costs.ts'
import { agentVersions } from '../../../platform/database/schema/agents/versions.ts'
import { agents } from '../../../platform/database/schema/conversations/conversations.ts'
import { meetings } from '../../../platform/database/schema/organisation/calendar.ts'
import { errors } from '../../../platform/errors.ts'
import { COST_SUM_COLUMNS, toCostSum } from './cost-sum.ts'

/**
 * Returns, for each version of an agent's settings, its cost and the number of meetings booked while it was published. Newest version first
 * (2-agents.md, section 8).
 * @throws 404 if the agent does not exist
 */
export async function getVersionCosts(tx: Tx, tenantId: string, agentId: string): Promise<VersionCost[]> {
  const [agent] = isUuid(agentId)
    ? await tx.db
        .select({ id: agents.id })
        .from(agents)
        .where(whereTenant(agents, tenantId, eq(agents.id, agentId)))
    : []
  if (!agent) throw errors.notFound()
  const sumRows = await tx.db
    .select({ number: costs.version, ...COST_SUM_COLUMNS })
    .from(costs)
    .where(whereTenant(costs, tenantId, eq(costs.agentId, agentId), isNotNull(costs.version)))
    .groupBy(costs.version)
  const sums = new Map(sumRows.map(({ number, ...sum }) => [number, sum]))
  const meetingsByVersion = await countMeetingsByVersion(tx, tenantId, agentId)
  const numbers = new Set([...sums.keys(), ...meetingsByVersion.keys()])
  return [...numbers]
    .filter((number) => number !== null)
    .toSorted((a, b) => b - a)
    .map((number) => ({ number, ...toCostSum(sums.get(number)), meetings: meetingsByVersion.get(number) ?? 0 }))
}

/** Counts the meetings that an agent booked, by the version published at that time. Omits cancelled meetings. */
async function countMeetingsByVersion(tx: Tx, tenantId: string, agentId: string): Promise<Map<number, number>> {
  const published = tx.db
    .select({
      number: agentVersions.number,
      from: agentVersions.publishedAt,
      to: sql<Date | null>`lead(${agentVersions.publishedAt}) OVER (ORDER BY ${agentVersions.number})`.as('to'),
    })
    .from(agentVersions)
    .where(whereTenant(agentVersions, tenantId, eq(agentVersions.agentId, agentId)))
    .as('published')
  const rows = await tx.db
    .select({ number: published.number, count: sql<number>`count(*)::int` })
    .from(published)
    .innerJoin(
      meetings,
      and(
        whereTenant(
          meetings,
          tenantId,
          eq(meetings.agentId, agentId),
          eq(meetings.bookedByAgent, true),
          isNull(meetings.cancelledAt),
        ),
        gte(meetings.createdAt, published.from),
        or(isNull(published.to), lt(meetings.createdAt, published.to)),
      ),
    )
    .groupBy(published.number)
  return new Map(rows.map(({ number, count }) => [number, count]))
}
