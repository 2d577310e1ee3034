import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/database/database.ts'
import type { Period } from '../../platform/dates/period.ts'

/** Part of an organisation for which figures are calculated: one agent, or everything if `agentId` is null. */
export interface DashboardScope {
  tenantId: string
  agentId: string | null
}

const toNumber = (value: unknown): number => Number(value ?? 0)
const toNumberOrNull = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value))
const toTimestampSql = (date: Date) => sql`${date.toISOString()}::timestamptz`
const withinSpanCondition = (column: SQL, { from, to }: Period) =>
  sql`${column} >= ${toTimestampSql(from)} AND ${column} < ${toTimestampSql(to)}`
const agentCondition = (column: SQL, { agentId }: DashboardScope) => (agentId ? sql`AND ${column} = ${agentId}` : sql``)

/** Raises PostgreSQL's memory limit for sorting in this transaction. Otherwise a year of a large organisation would be sorted on disk. */
export async function raiseWorkMem(tx: Tx): Promise<void> {
  await tx.db.execute(sql`SELECT set_config('work_mem', '64MB', true)`)
}

async function queryRows(tx: Tx, query: SQL): Promise<Record<string, unknown>[]> {
  return (await tx.db.execute(query)).rows
}

/** Counts messages and conversations by agent. docs/dashboard.md defines each figure. */
export async function countMessagesByAgent(tx: Tx, scope: DashboardScope, span: Period) {
  const rows = await queryRows(
    tx,
    sql`
      WITH talk AS (
        SELECT agent_id, conversation_id, sum(from_lead) AS lead, sum(by_agent) AS agent, sum(by_person) AS person, sum(take_overs) AS take_overs
        FROM conversation_hours
        WHERE tenant_id = ${scope.tenantId} AND ${withinSpanCondition(sql`hour`, span)} ${agentCondition(sql`agent_id`, scope)}
        GROUP BY 1, 2
      )
      SELECT agent_id, count(*) FILTER (WHERE lead > 0) AS active, count(*) FILTER (WHERE agent + person > 0) AS answered,
        count(*) FILTER (WHERE agent > 0 AND person = 0) AS by_ai, sum(lead) AS messages_in, sum(agent + person) AS messages_out,
        sum(take_overs) AS take_overs
      FROM talk GROUP BY 1`,
  )
  return rows.map((row) => ({
    agentId: String(row.agent_id),
    active: toNumber(row.active),
    answered: toNumber(row.answered),
    byAi: toNumber(row.by_ai),
    messagesIn: toNumber(row.messages_in),
    messagesOut: toNumber(row.messages_out),
    takeOvers: toNumber(row.take_overs),
  }))
}
export type AgentMessageCounts = Awaited<ReturnType<typeof countMessagesByAgent>>[number]

export async function countNewLeadsByAgent(tx: Tx, scope: DashboardScope, span: Period): Promise<Map<string, number>> {
  const rows = await queryRows(
    tx,
    sql`SELECT agent_id, count(*) AS n FROM leads
        WHERE tenant_id = ${scope.tenantId} AND entry IS NULL AND ${withinSpanCondition(sql`created_at`, span)} ${agentCondition(sql`agent_id`, scope)} GROUP BY 1`,
  )
  return new Map(rows.map((row) => [String(row.agent_id), toNumber(row.n)]))
}

export async function countMeetingsByAgent(tx: Tx, scope: DashboardScope, span: Period): Promise<Map<string, number>> {
  const rows = await queryRows(
    tx,
    sql`SELECT agent_id, count(*) AS n FROM meetings
        WHERE tenant_id = ${scope.tenantId} AND cancelled_at IS NULL AND ${withinSpanCondition(sql`created_at`, span)} ${agentCondition(sql`agent_id`, scope)} GROUP BY 1`,
  )
  return new Map(rows.map((row) => [String(row.agent_id), toNumber(row.n)]))
}

/** Returns the median response times of agents (`ai`) and users (`human`) in milliseconds. Null if there was no response. */
export async function getMedianResponseTimes(
  tx: Tx,
  scope: DashboardScope,
  span: Period,
): Promise<{ ai: number | null; human: number | null }> {
  const [row] = await queryRows(
    tx,
    sql`
      SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY m.response_ms) FILTER (WHERE NOT m.manual) AS ai,
        percentile_cont(0.5) WITHIN GROUP (ORDER BY m.response_ms) FILTER (WHERE m.manual) AS human
      FROM messages m ${scope.agentId ? sql`JOIN conversations c ON c.tenant_id = m.tenant_id AND c.id = m.conversation_id` : sql``}
      WHERE m.tenant_id = ${scope.tenantId} AND m.response_ms IS NOT NULL AND ${withinSpanCondition(sql`m.created_at`, span)} ${agentCondition(sql`c.agent_id`, scope)}`,
  )
  return { ai: toNumberOrNull(row?.ai), human: toNumberOrNull(row?.human) }
}

/** Counts the conversations that need a user's attention now. Omits archived ones. */
export async function countConversationsNeedingAttention(tx: Tx, scope: DashboardScope): Promise<number> {
  const [row] = await queryRows(
    tx,
    sql`SELECT count(*) AS n FROM conversations
        WHERE tenant_id = ${scope.tenantId} AND needs_attention AND NOT archive ${agentCondition(sql`agent_id`, scope)}`,
  )
  return toNumber(row?.n)
}

/** Counts messages by hour, omitting hours without messages. Day, weekday and hour are in the given time zone. */
export async function countMessagesByHour(tx: Tx, scope: DashboardScope, span: Period, timeZone: string) {
  const rows = await queryRows(
    tx,
    sql`
      SELECT to_char(at, 'YYYY-MM-DD') AS day, EXTRACT(dow FROM at)::int AS weekday, EXTRACT(hour FROM at)::int AS hour, from_lead, by_us
      FROM (
        SELECT hour AT TIME ZONE ${timeZone} AS at, sum(from_lead) AS from_lead, sum(by_agent + by_person) AS by_us
        FROM conversation_hours
        WHERE tenant_id = ${scope.tenantId} AND ${withinSpanCondition(sql`hour`, span)} ${agentCondition(sql`agent_id`, scope)}
        GROUP BY hour
      ) hours`,
  )
  return rows.map((row) => ({
    day: String(row.day),
    weekday: toNumber(row.weekday),
    hour: toNumber(row.hour),
    received: toNumber(row.from_lead),
    sent: toNumber(row.by_us),
  }))
}
export type HourlyMessageCounts = Awaited<ReturnType<typeof countMessagesByHour>>[number]

export async function countLeadsByStage(tx: Tx, scope: DashboardScope, span: Period): Promise<Map<string, number>> {
  const rows = await queryRows(
    tx,
    sql`
      SELECT stage, count(*) AS n
      FROM (
        SELECT DISTINCT c.stage, c.lead_id
        FROM leads l JOIN conversations c ON c.tenant_id = l.tenant_id AND c.lead_id = l.id
        WHERE l.tenant_id = ${scope.tenantId} AND l.entry IS NULL AND ${withinSpanCondition(sql`l.created_at`, span)} ${agentCondition(sql`l.agent_id`, scope)}
      ) reached
      GROUP BY 1`,
  )
  return new Map(rows.map((row) => [String(row.stage), toNumber(row.n)]))
}
