import { STAGES } from '@prosa/contract/entities/conversations/conversation'
import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { recalculateDashboardCounts } from '../../demo/seeding/recalculate-dashboard-counts.ts'
import { agents, conversations, leads, messages } from '../../platform/database/schema/conversations/conversations.ts'
import { meetings } from '../../platform/database/schema/organisation/calendar.ts'
import type { TestApp } from '../harness/test-app.ts'
import { createConversation, type TestTenant } from './factories.ts'

/** Clears the stored response times and recalculates every dashboard figure from the messages. */
export const recalculateDashboardFigures = (test: TestApp, tenant: TestTenant): Promise<void> =>
  test.deps.db.tenant(tenant.tenantId, async (tx) => {
    await tx.db.update(messages).set({ responseMs: null })
    await recalculateDashboardCounts(tx)
  })

/** Pseudo-random generator with a seed, so that every run creates the same activity. */
function createActivityGenerator(seed: number) {
  let state = seed
  const next = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % below
  }
  return { next, history: () => Array.from({ length: 1 + next(12) }, () => 'hham'[next(4)]).join('') }
}

const DAY_MS = 86_400_000
/** São Paulo is at UTC−3 all year. */
const toSaoPauloTime = (date: Date) => new Date(date.getTime() - 3 * 3_600_000)
const formatDay = (date: Date) => toSaoPauloTime(date).toISOString().slice(0, 10)

/** Creates a month of conversations, leads and meetings of two agents. */
export async function createDashboardActivity(test: TestApp, tenant: TestTenant): Promise<void> {
  const { next, history } = createActivityGenerator(7)
  const second = uuid()
  await test.deps.db.tenant(tenant.tenantId, async (tx) => {
    await tx.db.insert(agents).values({ tenantId: tenant.tenantId, id: second, name: 'Bento', type: 'CLOSER' })
  })
  for (let n = 0; n < 60; n++) {
    const at = new Date(Date.UTC(2026, 4, 1 + next(28), next(24), next(60)))
    const agentId = next(3) === 0 ? second : tenant.agentId
    const { leadId, conversationId } = await createConversation(test, { ...tenant, agentId }, { history: history(), at })
    await test.deps.db.tenant(tenant.tenantId, async (tx) => {
      await tx.db
        .update(leads)
        .set({ createdAt: new Date(at.getTime() - next(3) * DAY_MS) })
        .where(eq(leads.id, leadId))
      const stage = STAGES[next(STAGES.length)] ?? 'conexao'
      await tx.db
        .update(conversations)
        .set({ stage, needsAttention: next(4) === 0 })
        .where(eq(conversations.id, conversationId))
      if (next(4) === 0) {
        const booked = {
          tenantId: tenant.tenantId,
          id: uuid(),
          leadId,
          agentId,
          userId: tenant.staff.id,
          externalId: uuid(),
          title: 'Visita',
        }
        await tx.db
          .insert(meetings)
          .values({ ...booked, startsAt: at, endsAt: at, createdAt: at, cancelledAt: next(4) === 0 ? at : null })
      }
    })
  }
  await test.deps.db.tenant(tenant.tenantId, recalculateDashboardCounts)
}

/** Calculates every dashboard figure directly from messages, leads and meetings. */
export async function calculateDashboardByBruteForce(
  test: TestApp,
  tenant: TestTenant,
  from: string,
  to: string,
  agentId?: string,
) {
  const data = await test.deps.db.tenant(tenant.tenantId, async (tx) => ({
    said: await tx.db
      .select({ message: messages, agentId: conversations.agentId })
      .from(messages)
      .innerJoin(conversations, eq(conversations.id, messages.conversationId))
      .orderBy(messages.conversationId, messages.seq),
    leads: await tx.db.select().from(leads),
    conversations: await tx.db.select().from(conversations),
    meetings: await tx.db.select().from(meetings),
  }))
  const inPeriod = (date: Date) => formatDay(date) >= from && formatDay(date) <= to
  const mine = (row: { agentId: string }) => !agentId || row.agentId === agentId
  const said = data.said.filter(mine)
  const current = said.filter(({ message }) => inPeriod(message.createdAt))
  const byConversation = Map.groupBy(current, ({ message }) => message.conversationId)
  const groups = [...byConversation.values()].map((group) => group.map(({ message }) => message))
  const answered = groups.filter((group) => group.some((m) => m.role === 'AI'))
  const waits: { manual: boolean; ms: number }[] = []
  let takeOvers = 0
  for (const group of Map.groupBy(said, ({ message }) => message.conversationId).values()) {
    let since: Date | null = null
    let person = false
    for (const { message } of group) {
      if (message.role === 'humano') since ??= message.createdAt
      else {
        if (since && inPeriod(message.createdAt))
          waits.push({ manual: message.manual, ms: message.createdAt.getTime() - since.getTime() })
        if (message.manual && !person && inPeriod(message.createdAt)) takeOvers++
        since = null
        person = message.manual
      }
    }
  }
  const median = (manual: boolean) => {
    const sorted = waits
      .filter((wait) => wait.manual === manual)
      .map((wait) => wait.ms)
      .sort((a, b) => a - b)
    if (sorted.length === 0) return null
    const middle = (sorted.length - 1) / 2
    return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
  }
  const newLeads = data.leads.filter((lead) => mine(lead) && inPeriod(lead.createdAt))
  const stages = newLeads.map((lead) =>
    STAGES.indexOf((data.conversations.find((c) => c.leadId === lead.id)?.stage ?? 'conexao') as (typeof STAGES)[number]),
  )
  const heat = new Map<string, number>()
  for (const { message } of current.filter(({ message }) => message.role === 'humano')) {
    const key = `${toSaoPauloTime(message.createdAt).getUTCDay()}-${toSaoPauloTime(message.createdAt).getUTCHours()}`
    heat.set(key, (heat.get(key) ?? 0) + 1)
  }
  const perDay = new Map<string, { in: number; out: number }>()
  for (const { message } of current) {
    const day = perDay.get(formatDay(message.createdAt)) ?? { in: 0, out: 0 }
    day[message.role === 'humano' ? 'in' : 'out']++
    perDay.set(formatDay(message.createdAt), day)
  }
  return {
    newLeads: newLeads.length,
    activeConversations: groups.filter((group) => group.some((m) => m.role === 'humano')).length,
    awaitingAttention: data.conversations.filter((c) => mine(c) && c.needsAttention && !c.archive).length,
    firstResponseAiMs: median(false),
    firstResponseHumanMs: median(true),
    handledByAiShare:
      answered.length === 0 ? null : answered.filter((group) => !group.some((m) => m.manual)).length / answered.length,
    takeOvers,
    meetingsBooked: data.meetings.filter((m) => m.cancelledAt === null && mine(m) && inPeriod(m.createdAt)).length,
    funnel: STAGES.map((_, index) => stages.filter((stage) => stage >= index).length),
    heat,
    perDay,
  }
}
