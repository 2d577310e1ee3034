import { sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { dashboardSummary } from '@prosa/contract/calls/reports/dashboard'
import { sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import type { CallResponse } from '@prosa/contract/define-call'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { conversationHours } from '../../platform/database/schema/conversations/conversation-hours.ts'
import { conversations, messages } from '../../platform/database/schema/conversations/conversations.ts'
import { getComparisonPeriods } from '../../platform/dates/period.ts'
import type { Client } from '../../testing/harness/client.ts'
import { startTestApp, type TestApp } from '../../testing/harness/test-app.ts'
import {
  calculateDashboardByBruteForce,
  createDashboardActivity,
  recalculateDashboardFigures,
} from '../../testing/worlds/dashboard-brute-force.ts'
import { createTenant } from '../../testing/worlds/factories.ts'

let test: TestApp

beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

type Summary = CallResponse<typeof dashboardSummary>['data']
const ask = async (client: Client, query: Record<string, string>): Promise<Summary> =>
  (await client.call(dashboardSummary, { query })).data

describe('the figures', () => {
  it('CALL-40 DASH-04 DASH-05 equal a count of every message, lead and meeting, for the period and the one before', async () => {
    const tenant = await createTenant(test)
    await createDashboardActivity(test, tenant)
    const client = await test.client(tenant.staff.phone)
    for (const [from, to] of [
      ['2026-05-11', '2026-05-20'],
      ['2026-05-15', '2026-05-15'],
      ['2026-05-01', '2026-05-31'],
    ] as const) {
      const summary = await ask(client, { from, to })
      const expected = await calculateDashboardByBruteForce(test, tenant, from, to)
      const before = await calculateDashboardByBruteForce(test, tenant, summary.period.previousFrom, summary.period.previousTo)
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

  it('DASH-03 DASH-05 one agent’s figures are that agent’s, and the table names every agent @wide', async () => {
    const tenant = await createTenant(test)
    await createDashboardActivity(test, tenant)
    const client = await test.client(tenant.staff.phone)
    const period = { from: '2026-05-01', to: '2026-05-31' }
    const all = await ask(client, period)
    expect(all.agents.map((agent) => agent.name)).toEqual(['Clara', 'Bento'])
    for (const row of all.agents) {
      const own = await ask(client, { ...period, agent_id: row.agentId })
      const expected = await calculateDashboardByBruteForce(test, tenant, period.from, period.to, row.agentId)
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
    await recalculateDashboardFigures(test, tenant)
    expect(await snapshot()).toEqual(grown)
    expect(grown.hours.reduce((total, hour) => total + hour.takeOvers, 0)).toBe(1)
  })
})

describe('the question', () => {
  it('DASH-02 compares with the equally long period before, in whole days of the tenant’s clock', () => {
    const { current, previous } = getComparisonPeriods('2026-03-01', '2026-03-07', 'America/Sao_Paulo')
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
