import { sendMessage } from '@prosa/contract/calls/conversations'
import { dashboardSummary } from '@prosa/contract/calls/dashboard'
import { sendWebchatMessage } from '@prosa/contract/calls/webchat'
import type { AnswerOf } from '@prosa/contract/define-call'
import { STAGES } from '@prosa/contract/entities/conversation'
import { eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agents, conversationHours, conversations, leads, meetings, messages } from '../../kernel/db/schema.ts'
import type { Client } from '../../testing/client.ts'
import { createConversation, createTenant, type TestTenant } from '../../testing/factories.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { periodOf } from './period.ts'
import { recount } from './recount.ts'

let test: TestApp

beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

type Summary = AnswerOf<typeof dashboardSummary>['data']
const ask = async (client: Client, query: Record<string, string>): Promise<Summary> =>
  (await client.call(dashboardSummary, { query })).data

/** A small generator with a seed: the same activity in every run. */
function activity(seed: number) {
  let state = seed
  const next = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % below
  }
  return { next, history: () => Array.from({ length: 1 + next(12) }, () => 'hham'[next(4)]).join('') }
}

const DAY = 86_400_000
/** São Paulo is three hours behind UTC all year. */
const local = (date: Date) => new Date(date.getTime() - 3 * 3_600_000)
const dayOf = (date: Date) => local(date).toISOString().slice(0, 10)

async function fill(tenant: TestTenant): Promise<void> {
  const { next, history } = activity(7)
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
        .set({ createdAt: new Date(at.getTime() - next(3) * DAY) })
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
        await tx.db.insert(meetings).values({ ...booked, startsAt: at, endsAt: at, createdAt: at })
      }
    })
  }
  await test.deps.db.tenant(tenant.tenantId, recount)
}

/** Every figure counted one by one from messages, leads and meetings. */
async function bruteForce(tenant: TestTenant, from: string, to: string, agentId?: string) {
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
  const inPeriod = (date: Date) => dayOf(date) >= from && dayOf(date) <= to
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
    const key = `${local(message.createdAt).getUTCDay()}-${local(message.createdAt).getUTCHours()}`
    heat.set(key, (heat.get(key) ?? 0) + 1)
  }
  const perDay = new Map<string, { in: number; out: number }>()
  for (const { message } of current) {
    const day = perDay.get(dayOf(message.createdAt)) ?? { in: 0, out: 0 }
    day[message.role === 'humano' ? 'in' : 'out']++
    perDay.set(dayOf(message.createdAt), day)
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
    meetingsBooked: data.meetings.filter((m) => mine(m) && inPeriod(m.createdAt)).length,
    funnel: STAGES.map((_, index) => stages.filter((stage) => stage >= index).length),
    heat,
    perDay,
  }
}

describe('the figures', () => {
  it('CALL-40 DASH-04 DASH-05 equal a count of every message, lead and meeting, for the period and the one before', async () => {
    const tenant = await createTenant(test)
    await fill(tenant)
    const client = await test.client(tenant.staff.phone)
    for (const [from, to] of [
      ['2026-05-11', '2026-05-20'],
      ['2026-05-15', '2026-05-15'],
      ['2026-05-01', '2026-05-31'],
    ] as const) {
      const summary = await ask(client, { from, to })
      const expected = await bruteForce(tenant, from, to)
      const before = await bruteForce(tenant, summary.period.previousFrom, summary.period.previousTo)
      const names = [
        'newLeads',
        'activeConversations',
        'firstResponseAiMs',
        'firstResponseHumanMs',
        'handledByAiShare',
        'takeOvers',
        'meetingsBooked',
      ] as const
      for (const name of names)
        expect({ name, ...summary.figures[name] }).toEqual({ name, value: expected[name], previous: before[name] })
      expect(summary.figures.awaitingAttention).toEqual({ value: expected.awaitingAttention, previous: null })
      expect(summary.funnel.map((step) => step.leads)).toEqual(expected.funnel)
      expect(new Map(summary.heatMap.map((cell) => [`${cell.weekday}-${cell.hour}`, cell.count]))).toEqual(expected.heat)
      for (const { day, ...counts } of summary.messagesPerDay)
        expect({ day, ...counts }).toEqual({ day, ...(expected.perDay.get(day) ?? { in: 0, out: 0 }) })
    }
  })

  it('DASH-03 DASH-05 one agent’s figures are that agent’s, and the table names every agent', async () => {
    const tenant = await createTenant(test)
    await fill(tenant)
    const client = await test.client(tenant.staff.phone)
    const period = { from: '2026-05-01', to: '2026-05-31' }
    const all = await ask(client, period)
    expect(all.agents.map((agent) => agent.name)).toEqual(['Clara', 'Bento'])
    for (const row of all.agents) {
      const own = await ask(client, { ...period, agent_id: row.agentId })
      const expected = await bruteForce(tenant, period.from, period.to, row.agentId)
      expect(own.figures.activeConversations.value).toBe(expected.activeConversations)
      expect(row.conversations).toBe(expected.activeConversations)
      expect(row.newLeads).toBe(expected.newLeads)
      expect(row.handledByAiShare).toBe(expected.handledByAiShare)
    }
  })

  it('counts that grew message by message are those that a recount finds', async () => {
    const tenant = await createTenant(test)
    const staff = await test.client(tenant.staff.phone)
    const params = { agentId: tenant.agentId }
    const lead = await test.client()
    let key = 0
    const writes = () =>
      lead.call(sendWebchatMessage, { params, body: { content: 'Oi' }, headers: { 'idempotency-key': `d${++key}` } })
    await writes()
    const [place] = await test.deps.db.tenant(tenant.tenantId, (tx) =>
      tx.db.select({ leadId: conversations.leadId, conversationId: conversations.id }).from(conversations),
    )
    if (!place) throw new Error('No conversation')
    const answers = () => staff.call(sendMessage, { params: place, body: { content: 'Olá' } })
    await answers()
    await answers()
    await writes()
    await writes()
    await answers()
    const snapshot = () =>
      test.deps.db.tenant(tenant.tenantId, async (tx) => ({
        hours: await tx.db.select().from(conversationHours).orderBy(conversationHours.hour),
        waits: await tx.db.select({ seq: messages.seq, ms: messages.responseMs }).from(messages).orderBy(messages.seq),
        kept: await tx.db.select({ held: conversations.heldByPerson, since: conversations.waitingSince }).from(conversations),
      }))
    const grown = await snapshot()
    await test.deps.db.tenant(tenant.tenantId, async (tx) => {
      await tx.db.execute(sql`UPDATE messages SET response_ms = NULL`)
      await recount(tx)
    })
    expect(await snapshot()).toEqual(grown)
    expect(grown.hours.reduce((total, hour) => total + hour.takeOvers, 0)).toBe(1)
  })
})

describe('the question', () => {
  it('DASH-02 compares with the equally long period before, in whole days of the tenant’s clock', () => {
    const { current, previous } = periodOf('2026-03-01', '2026-03-07', 'America/Sao_Paulo')
    expect(current).toMatchObject({ from: new Date('2026-03-01T03:00:00Z'), to: new Date('2026-03-08T03:00:00Z') })
    expect(previous).toMatchObject({ firstDay: '2026-02-22', lastDay: '2026-02-28', to: current.from })
  })

  it('refuses reversed and endless periods, bad days, a foreign agent, and who may not', async () => {
    const tenant = await createTenant(test)
    const other = await createTenant(test)
    const client = await test.client(tenant.staff.phone)
    const refused = (query: Record<string, string>) => client.refused(dashboardSummary, { query })
    expect(await refused({ from: '2026-05-02', to: '2026-05-01' })).toMatchObject({
      status: 400,
      fieldErrors: { to: 'O fim vem antes do início.' },
    })
    expect(await refused({ from: '2020-01-01', to: '2026-05-01' })).toMatchObject({ status: 400 })
    expect(await refused({ from: '2026-02-30', to: '2026-05-01' })).toMatchObject({ status: 400 })
    expect(await refused({ from: '2026-05-01', to: '2026-05-02', agent_id: other.agentId })).toMatchObject({ status: 404 })
    expect(await refused({ from: '2026-05-01', to: '2026-05-02', agent_id: 'x' })).toMatchObject({ status: 404 })
    await (await test.client(tenant.operator.phone)).call(dashboardSummary, { query: { from: '2026-05-01', to: '2026-05-02' } })
    expect(
      await (await test.client()).refused(dashboardSummary, { query: { from: '2026-05-01', to: '2026-05-02' } }),
    ).toMatchObject({ status: 401 })
  })
})
