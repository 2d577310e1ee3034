import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import type { Span } from '../../kernel/period.ts'

/** Scope of the figures: the whole tenant if `agentId` is null, otherwise one agent. */
export interface Scope {
  tenantId: string
  agentId: string | null
}

const number = (value: unknown): number => Number(value ?? 0)
const numberOrNull = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value))
const stamp = (date: Date) => sql`${date.toISOString()}::timestamptz`
const within = (column: SQL, { from, to }: Span) => sql`${column} >= ${stamp(from)} AND ${column} < ${stamp(to)}`
const ofAgent = (column: SQL, { agentId }: Scope) => (agentId ? sql`AND ${column} = ${agentId}` : sql``)

/** Raises `work_mem` for this transaction, so that sorts and sums of a large year stay in memory. */
export async function takeRoom(tx: Tx): Promise<void> {
  await tx.db.execute(sql`SELECT set_config('work_mem', '64MB', true)`)
}

async function rows(tx: Tx, query: SQL): Promise<Record<string, unknown>[]> {
  return (await tx.db.execute(query)).rows
}

/** Returns message and conversation counts by agent. docs/dashboard.md defines each figure. */
export async function talkByAgent(tx: Tx, scope: Scope, span: Span) {
  const found = await rows(
    tx,
    sql`
      WITH talk AS (
        SELECT agent_id, conversation_id, sum(from_lead) AS lead, sum(by_agent) AS agent, sum(by_person) AS person, sum(take_overs) AS take_overs
        FROM conversation_hours
        WHERE tenant_id = ${scope.tenantId} AND ${within(sql`hour`, span)} ${ofAgent(sql`agent_id`, scope)}
        GROUP BY 1, 2
      )
      SELECT agent_id, count(*) FILTER (WHERE lead > 0) AS active, count(*) FILTER (WHERE agent + person > 0) AS answered,
        count(*) FILTER (WHERE agent > 0 AND person = 0) AS by_ai, sum(lead) AS messages_in, sum(agent + person) AS messages_out,
        sum(take_overs) AS take_overs
      FROM talk GROUP BY 1`,
  )
  return found.map((row) => ({
    agentId: String(row.agent_id),
    active: number(row.active),
    answered: number(row.answered),
    byAi: number(row.by_ai),
    messagesIn: number(row.messages_in),
    messagesOut: number(row.messages_out),
    takeOvers: number(row.take_overs),
  }))
}
export type AgentTalk = Awaited<ReturnType<typeof talkByAgent>>[number]

export async function newLeadsByAgent(tx: Tx, scope: Scope, span: Span): Promise<Map<string, number>> {
  const found = await rows(
    tx,
    sql`SELECT agent_id, count(*) AS n FROM leads
        WHERE tenant_id = ${scope.tenantId} AND entry IS NULL AND ${within(sql`created_at`, span)} ${ofAgent(sql`agent_id`, scope)} GROUP BY 1`,
  )
  return new Map(found.map((row) => [String(row.agent_id), number(row.n)]))
}

export async function meetingsByAgent(tx: Tx, scope: Scope, span: Span): Promise<Map<string, number>> {
  const found = await rows(
    tx,
    sql`SELECT agent_id, count(*) AS n FROM meetings
        WHERE tenant_id = ${scope.tenantId} AND cancelled_at IS NULL AND ${within(sql`created_at`, span)} ${ofAgent(sql`agent_id`, scope)} GROUP BY 1`,
  )
  return new Map(found.map((row) => [String(row.agent_id), number(row.n)]))
}

/** Returns median response times in milliseconds, or null if there was no response. */
export async function responseTimes(tx: Tx, scope: Scope, span: Span): Promise<{ ai: number | null; human: number | null }> {
  const [row] = await rows(
    tx,
    sql`
      SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY m.response_ms) FILTER (WHERE NOT m.manual) AS ai,
        percentile_cont(0.5) WITHIN GROUP (ORDER BY m.response_ms) FILTER (WHERE m.manual) AS human
      FROM messages m ${scope.agentId ? sql`JOIN conversations c ON c.tenant_id = m.tenant_id AND c.id = m.conversation_id` : sql``}
      WHERE m.tenant_id = ${scope.tenantId} AND m.response_ms IS NOT NULL AND ${within(sql`m.created_at`, span)} ${ofAgent(sql`c.agent_id`, scope)}`,
  )
  return { ai: numberOrNull(row?.ai), human: numberOrNull(row?.human) }
}

/** Returns the number of conversations that need attention now. */
export async function awaitingAttention(tx: Tx, scope: Scope): Promise<number> {
  const [row] = await rows(
    tx,
    sql`SELECT count(*) AS n FROM conversations
        WHERE tenant_id = ${scope.tenantId} AND needs_attention AND NOT archive ${ofAgent(sql`agent_id`, scope)}`,
  )
  return number(row?.n)
}

/** Returns message counts for each hour of the span that has messages, with day, weekday and hour in the tenant's time zone. */
export async function talkByHour(tx: Tx, scope: Scope, span: Span, timeZone: string) {
  const found = await rows(
    tx,
    sql`
      SELECT to_char(at, 'YYYY-MM-DD') AS day, EXTRACT(dow FROM at)::int AS weekday, EXTRACT(hour FROM at)::int AS hour, from_lead, by_us
      FROM (
        SELECT hour AT TIME ZONE ${timeZone} AS at, sum(from_lead) AS from_lead, sum(by_agent + by_person) AS by_us
        FROM conversation_hours
        WHERE tenant_id = ${scope.tenantId} AND ${within(sql`hour`, span)} ${ofAgent(sql`agent_id`, scope)}
        GROUP BY hour
      ) hours`,
  )
  return found.map((row) => ({
    day: String(row.day),
    weekday: number(row.weekday),
    hour: number(row.hour),
    in: number(row.from_lead),
    out: number(row.by_us),
  }))
}
export type HourTalk = Awaited<ReturnType<typeof talkByHour>>[number]

/** Counts the new leads of the span by their current stage. */
export async function leadsByStage(tx: Tx, scope: Scope, span: Span): Promise<Map<string, number>> {
  const found = await rows(
    tx,
    sql`
      SELECT stage, count(*) AS n
      FROM (
        SELECT DISTINCT c.stage, c.lead_id
        FROM leads l JOIN conversations c ON c.tenant_id = l.tenant_id AND c.lead_id = l.id
        WHERE l.tenant_id = ${scope.tenantId} AND l.entry IS NULL AND ${within(sql`l.created_at`, span)} ${ofAgent(sql`l.agent_id`, scope)}
      ) reached
      GROUP BY 1`,
  )
  return new Map(found.map((row) => [String(row.stage), number(row.n)]))
}
