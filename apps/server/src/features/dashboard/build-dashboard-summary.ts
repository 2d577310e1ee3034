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
 * Returns the dashboard's figures for a period and for the preceding period of equal length.
 * @throws 400 if the last day is before the first, or for too many days; 404 if the organisation has no such agent
 */
export async function buildDashboardSummary(
  tx: Tx,
  tenantId: string,
  query: { from: string; to: string; agent_id?: string | undefined },
): Promise<Summary> {
  const [tenant] = await tx.db.select({ timezone: tenants.timezone }).from(tenants).where(eq(tenants.id, tenantId))
  if (!tenant) throw errors.notFound()
  const { timezone } = tenant
  const agentRows = await tx.db
    .select({ id: agents.id, name: agents.name, type: agents.type })
    .from(agents)
    .where(whereTenant(agents, tenantId, query.agent_id ? equalsId(agents.id, query.agent_id) : undefined))
    .orderBy(agents.createdAt, agents.id)
  if (query.agent_id && agentRows.length === 0) throw errors.notFound()
  const scope: DashboardScope = { tenantId, agentId: query.agent_id ?? null }
  const { current, previous } = getComparisonPeriods(query.from, query.to, timezone)
  await raiseWorkMem(tx)
  const currentFigures = await buildFigures(tx, scope, current)
  const previousFigures = await buildFigures(tx, scope, previous)
  const hours = await countMessagesByHour(tx, scope, current, timezone)
  const compareFigure = (name: keyof typeof currentFigures.figures) => ({
    value: currentFigures.figures[name],
    previous: previousFigures.figures[name],
  })

  return {
    period: {
      from: current.firstDay,
      to: current.lastDay,
      previousFrom: previous.firstDay,
      previousTo: previous.lastDay,
      timezone,
    },
    figures: {
      newLeads: compareFigure('newLeads'),
      activeConversations: compareFigure('activeConversations'),
      // No previous value: only the current state is known.
      awaitingAttention: { value: await countConversationsNeedingAttention(tx, scope), previous: null },
      firstResponseAiMs: compareFigure('firstResponseAiMs'),
      firstResponseHumanMs: compareFigure('firstResponseHumanMs'),
      handledByAiShare: compareFigure('handledByAiShare'),
      takeOvers: compareFigure('takeOvers'),
      meetingsBooked: compareFigure('meetingsBooked'),
    },
    messagesPerDay: countMessagesPerDay(hours, current),
    heatMap: buildHeatMap(hours),
    funnel: buildFunnel(await countLeadsByStage(tx, scope, current)),
    agents: agentRows.map(({ id, name, type }) => {
      const counts = currentFigures.messageCounts.find((row) => row.agentId === id)
      return {
        agentId: id,
        name,
        type: agentType.parse(type),
        newLeads: currentFigures.leads.get(id) ?? 0,
        conversations: counts?.active ?? 0,
        messagesIn: counts?.messagesIn ?? 0,
        messagesOut: counts?.messagesOut ?? 0,
        handledByAiShare: counts ? getAiShare([counts]) : null,
        meetingsBooked: currentFigures.meetings.get(id) ?? 0,
      }
    }),
  }
}

async function buildFigures(tx: Tx, scope: DashboardScope, span: Period) {
  const messageCounts = await countMessagesByAgent(tx, scope, span)
  const leads = await countNewLeadsByAgent(tx, scope, span)
  const meetings = await countMeetingsByAgent(tx, scope, span)
  const response = await getMedianResponseTimes(tx, scope, span)
  return {
    messageCounts,
    leads,
    meetings,
    figures: {
      newLeads: sum([...leads.values()]),
      activeConversations: sum(messageCounts.map((row) => row.active)),
      firstResponseAiMs: response.ai,
      firstResponseHumanMs: response.human,
      handledByAiShare: getAiShare(messageCounts),
      takeOvers: sum(messageCounts.map((row) => row.takeOvers)),
      meetingsBooked: sum([...meetings.values()]),
    },
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

function getAiShare(messageCounts: readonly AgentMessageCounts[]): number | null {
  const answeredCount = sum(messageCounts.map((row) => row.answered))
  return answeredCount === 0 ? null : sum(messageCounts.map((row) => row.byAi)) / answeredCount
}

function countMessagesPerDay(hours: readonly HourlyMessageCounts[], { firstDay, lastDay }: Period): Summary['messagesPerDay'] {
  const days = eachDayOfInterval({ start: parseISO(firstDay), end: parseISO(lastDay) }).map((day) => ({
    day: format(day, 'yyyy-MM-dd'),
    in: 0,
    out: 0,
  }))
  const byDay = new Map(days.map((day) => [day.day, day]))
  for (const { day, received, sent } of hours) {
    const counts = byDay.get(day)
    if (!counts) continue
    counts.in += received
    counts.out += sent
  }
  return days
}

/** Counts the leads' messages by weekday and hour in the organisation's time zone. Omits hours without messages. */
function buildHeatMap(hours: readonly HourlyMessageCounts[]): Summary['heatMap'] {
  const cells = new Map<string, Summary['heatMap'][number]>()
  for (const { weekday, hour, received } of hours) {
    if (received === 0) continue
    const key = `${weekday}-${hour}`
    const cell = cells.get(key) ?? { weekday, hour, count: 0 }
    cells.set(key, { ...cell, count: cell.count + received })
  }
  return [...cells.values()].sort((a, b) => a.weekday - b.weekday || a.hour - b.hour)
}

/**
 * Returns the number of leads per sales stage. A lead also counts for all stages before their current one. `conversion`: fraction of the
 * previous stage's leads; null for the first stage or if the previous stage has no leads.
 */
function buildFunnel(byStage: Map<string, number>): Summary['funnel'] {
  const leadsByStage = STAGES.map((stage, index) => ({
    stage,
    leads: sum(STAGES.slice(index).map((laterStage) => byStage.get(laterStage) ?? 0)),
  }))
  return leadsByStage.map(({ stage, leads }, index) => {
    const previousLeads = leadsByStage[index - 1]?.leads
    return { stage, leads, conversion: previousLeads ? leads / previousLeads : null }
  })
}
