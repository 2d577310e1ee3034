import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import type { Span } from './period.ts'

/** Whose figures: a tenant's, or one agent's. */
export interface Scope {
  tenantId: string
  agentId: string | null
}

const number = (value: unknown): number => Number(value ?? 0)
const numberOrNull = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value))
const stamp = (date: Date) => sql`${date.toISOString()}::timestamptz`
const within = (column: SQL, { from, to }: Span) => sql`${column} >= ${stamp(from)} AND ${column} < ${stamp(to)}`
const ofAgent = (column: SQL, { agentId }: Scope) => (agentId ? sql`AND ${column} = ${agentId}` : sql``)

async function rows(tx: Tx, query: SQL): Promise<Record<string, unknown>[]> {
  return (await tx.db.execute(query)).rows
}

/** What was said, by agent. Every figure is defined in docs/dashboard.md. */
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
        WHERE tenant_id = ${scope.tenantId} AND ${within(sql`created_at`, span)} ${ofAgent(sql`agent_id`, scope)} GROUP BY 1`,
  )
  return new Map(found.map((row) => [String(row.agent_id), number(row.n)]))
}

export async function meetingsByAgent(tx: Tx, scope: Scope, span: Span): Promise<Map<string, number>> {
  const found = await rows(
    tx,
    sql`SELECT agent_id, count(*) AS n FROM meetings
        WHERE tenant_id = ${scope.tenantId} AND ${within(sql`created_at`, span)} ${ofAgent(sql`agent_id`, scope)} GROUP BY 1`,
  )
  return new Map(found.map((row) => [String(row.agent_id), number(row.n)]))
}

/** Medians, in milliseconds; null where nothing was answered. */
export async function responseTimes(tx: Tx, scope: Scope, span: Span): Promise<{ ai: number | null; human: number | null }> {
  const [row] = await rows(
    tx,
    sql`
      SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY m.response_ms) FILTER (WHERE NOT m.manual) AS ai,
        percentile_cont(0.5) WITHIN GROUP (ORDER BY m.response_ms) FILTER (WHERE m.manual) AS human
      FROM messages m JOIN conversations c ON c.tenant_id = m.tenant_id AND c.id = m.conversation_id
      WHERE m.tenant_id = ${scope.tenantId} AND m.response_ms IS NOT NULL AND ${within(sql`m.created_at`, span)} ${ofAgent(sql`c.agent_id`, scope)}`,
  )
  return { ai: numberOrNull(row?.ai), human: numberOrNull(row?.human) }
}

/** How many conversations ask for a person now. */
export async function awaitingAttention(tx: Tx, scope: Scope): Promise<number> {
  const [row] = await rows(
    tx,
    sql`SELECT count(*) AS n FROM conversations
        WHERE tenant_id = ${scope.tenantId} AND needs_attention AND NOT archive ${ofAgent(sql`agent_id`, scope)}`,
  )
  return number(row?.n)
}

/** Messages of each day of the span, days without any included. */
export async function messagesPerDay(tx: Tx, scope: Scope, span: Span, timeZone: string) {
  const found = await rows(
    tx,
    sql`
      SELECT to_char(d, 'YYYY-MM-DD') AS day, COALESCE(sum(h.from_lead), 0) AS messages_in, COALESCE(sum(h.by_agent + h.by_person), 0) AS messages_out
      FROM generate_series(${span.firstDay}::date, ${span.lastDay}::date, '1 day') d
      LEFT JOIN conversation_hours h ON h.tenant_id = ${scope.tenantId} AND (h.hour AT TIME ZONE ${timeZone})::date = d
        AND ${within(sql`h.hour`, span)} ${ofAgent(sql`h.agent_id`, scope)}
      GROUP BY d ORDER BY d`,
  )
  return found.map((row) => ({ day: String(row.day), in: number(row.messages_in), out: number(row.messages_out) }))
}

/** Messages of leads by weekday and hour of the tenant's clock; only cells that have any. */
export async function heatMap(tx: Tx, scope: Scope, span: Span, timeZone: string) {
  const found = await rows(
    tx,
    sql`
      SELECT EXTRACT(dow FROM hour AT TIME ZONE ${timeZone})::int AS weekday, EXTRACT(hour FROM hour AT TIME ZONE ${timeZone})::int AS at, sum(from_lead) AS n
      FROM conversation_hours
      WHERE tenant_id = ${scope.tenantId} AND from_lead > 0 AND ${within(sql`hour`, span)} ${ofAgent(sql`agent_id`, scope)}
      GROUP BY 1, 2 ORDER BY 1, 2`,
  )
  return found.map((row) => ({ weekday: number(row.weekday), hour: number(row.at), count: number(row.n) }))
}

/** New leads of the span by the stage in which they are now. */
export async function leadsByStage(tx: Tx, scope: Scope, span: Span): Promise<Map<string, number>> {
  const found = await rows(
    tx,
    sql`
      SELECT c.stage, count(DISTINCT c.lead_id) AS n
      FROM leads l JOIN conversations c ON c.tenant_id = l.tenant_id AND c.lead_id = l.id
      WHERE l.tenant_id = ${scope.tenantId} AND ${within(sql`l.created_at`, span)} ${ofAgent(sql`l.agent_id`, scope)}
      GROUP BY 1`,
  )
  return new Map(found.map((row) => [String(row.stage), number(row.n)]))
}
