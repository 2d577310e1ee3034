import type { dashboardSummary } from '@prosa/contract/calls/reports/dashboard'
import type { CallResponse } from '@prosa/contract/define-call'
import { agentType } from '@prosa/contract/entities/agents/agent'
import { STAGES } from '@prosa/contract/entities/conversations/conversation'
import { eachDayOfInterval } from 'date-fns/eachDayOfInterval'
import { format } from 'date-fns/format'
import { parseISO } from 'date-fns/parseISO'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../platform/database/database.ts'
import { equalsId } from '../../platform/database/queries/equals-id.ts'
import { whereTenant } from '../../platform/database/queries/where-tenant.ts'
import { agents } from '../../platform/database/schema/conversations/conversations.ts'
import { tenants } from '../../platform/database/schema/organisation/tenants.ts'
import { getComparisonPeriods, type Period } from '../../platform/dates/period.ts'
import { errors } from '../../platform/errors.ts'
import {
  type AgentMessageCounts,
  countConversationsNeedingAttention,
  countLeadsByStage,
  countMeetingsByAgent,
  countMessagesByAgent,
  countMessagesByHour,
  countNewLeadsByAgent,
  type DashboardScope,
  getMedianResponseTimes,
  type HourlyMessageCounts,
  raiseWorkMem,
} from './queries.ts'

type Summary = CallResponse<typeof dashboardSummary>['data']

/**
 * Returns the dashboard's figures of a period, with those of the preceding period. @throws 400 if the days are reversed or too many, 404 if
 * the agent does not exist in the organisation
 */
export async function buildDashboardSummary(
  tx: Tx,
  tenantId: string,
  query: { from: string; to: string; agent_id?: string | undefined },
): Promise<Summary> {
  const [tenant] = await tx.db.select({ timezone: tenants.timezone }).from(tenants).where(eq(tenants.id, tenantId))
  if (!tenant) throw errors.notFound()
  const { timezone } = tenant
  const team = await tx.db
    .select({ id: agents.id, name: agents.name, type: agents.type })
    .from(agents)
    .where(whereTenant(agents, tenantId, query.agent_id ? equalsId(agents.id, query.agent_id) : undefined))
    .orderBy(agents.createdAt, agents.id)
  if (query.agent_id && team.length === 0) throw errors.notFound()
  const scope: DashboardScope = { tenantId, agentId: query.agent_id ?? null }
  const { current, previous } = getComparisonPeriods(query.from, query.to, timezone)
  await raiseWorkMem(tx)
  const now = await buildFigures(tx, scope, current)
  const before = await buildFigures(tx, scope, previous)
  const hours = await countMessagesByHour(tx, scope, current, timezone)
  const both = (name: keyof typeof now.figures) => ({ value: now.figures[name], previous: before.figures[name] })

  return {
    period: {
      from: current.firstDay,
      to: current.lastDay,
      previousFrom: previous.firstDay,
      previousTo: previous.lastDay,
      timezone,
    },
    figures: {
      newLeads: both('newLeads'),
      activeConversations: both('activeConversations'),
      // This figure is a current state, so there is no previous value.
      awaitingAttention: { value: await countConversationsNeedingAttention(tx, scope), previous: null },
      firstResponseAiMs: both('firstResponseAiMs'),
      firstResponseHumanMs: both('firstResponseHumanMs'),
      handledByAiShare: both('handledByAiShare'),
      takeOvers: both('takeOvers'),
      meetingsBooked: both('meetingsBooked'),
    },
    messagesPerDay: countMessagesPerDay(hours, current),
    heatMap: buildHeatMap(hours),
    funnel: buildFunnel(await countLeadsByStage(tx, scope, current)),
    agents: team.map(({ id, name, type }) => {
      const talk = now.talk.find((row) => row.agentId === id)
      return {
        agentId: id,
        name,
        type: agentType.parse(type),
        newLeads: now.leads.get(id) ?? 0,
        conversations: talk?.active ?? 0,
        messagesIn: talk?.messagesIn ?? 0,
        messagesOut: talk?.messagesOut ?? 0,
        handledByAiShare: talk ? getAiShare([talk]) : null,
        meetingsBooked: now.meetings.get(id) ?? 0,
      }
    }),
  }
}

async function buildFigures(tx: Tx, scope: DashboardScope, span: Period) {
  const talk = await countMessagesByAgent(tx, scope, span)
  const leads = await countNewLeadsByAgent(tx, scope, span)
  const meetings = await countMeetingsByAgent(tx, scope, span)
  const response = await getMedianResponseTimes(tx, scope, span)
  return {
    talk,
    leads,
    meetings,
    figures: {
      newLeads: sum([...leads.values()]),
      activeConversations: sum(talk.map((row) => row.active)),
      firstResponseAiMs: response.ai,
      firstResponseHumanMs: response.human,
      handledByAiShare: getAiShare(talk),
      takeOvers: sum(talk.map((row) => row.takeOvers)),
      meetingsBooked: sum([...meetings.values()]),
    },
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

function getAiShare(talk: readonly AgentMessageCounts[]): number | null {
  const answered = sum(talk.map((row) => row.answered))
  return answered === 0 ? null : sum(talk.map((row) => row.byAi)) / answered
}

/** Counts the messages of each day of the period, including days without messages. */
function countMessagesPerDay(hours: readonly HourlyMessageCounts[], { firstDay, lastDay }: Period): Summary['messagesPerDay'] {
  const days = eachDayOfInterval({ start: parseISO(firstDay), end: parseISO(lastDay) }).map((day) => ({
    day: format(day, 'yyyy-MM-dd'),
    in: 0,
    out: 0,
  }))
  const byDay = new Map(days.map((day) => [day.day, day]))
  for (const { day, in: heard, out } of hours) {
    const counts = byDay.get(day)
    if (!counts) continue
    counts.in += heard
    counts.out += out
  }
  return days
}

/** Counts the messages from leads by weekday and hour in the organisation's time zone. Omits hours without messages. */
function buildHeatMap(hours: readonly HourlyMessageCounts[]): Summary['heatMap'] {
  const cells = new Map<string, Summary['heatMap'][number]>()
  for (const { weekday, hour, in: heard } of hours) {
    if (heard === 0) continue
    const key = `${weekday}-${hour}`
    const cell = cells.get(key) ?? { weekday, hour, count: 0 }
    cells.set(key, { ...cell, count: cell.count + heard })
  }
  return [...cells.values()].sort((a, b) => a.weekday - b.weekday || a.hour - b.hour)
}

/**
 * Returns the sales funnel. A lead counts for their current stage and all earlier stages. `conversion`: fraction of the previous stage's
 * leads that reached this stage; null for the first stage, or if the previous stage has no leads.
 */
function buildFunnel(byStage: Map<string, number>): Summary['funnel'] {
  const reached = STAGES.map((stage, index) => ({
    stage,
    leads: sum(STAGES.slice(index).map((later) => byStage.get(later) ?? 0)),
  }))
  return reached.map(({ stage, leads }, index) => {
    const before = reached[index - 1]?.leads
    return { stage, leads, conversion: before ? leads / before : null }
  })
}
