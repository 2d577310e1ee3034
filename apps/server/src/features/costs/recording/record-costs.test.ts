import { previewAgent, updateAgent } from '@prosa/contract/calls/agents/agent'
import { listConversations } from '@prosa/contract/calls/conversations/conversations'
import { pauseLead } from '@prosa/contract/calls/conversations/leads'
import { listAudit } from '@prosa/contract/calls/organisation/audit'
import { getConversationCost, getCostSummary, getRates, listVersionCosts, setRates } from '@prosa/contract/calls/reports/costs'
import { sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import type { CostGroupBy, DatedRate } from '@prosa/contract/entities/reports/cost'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { meetings } from '../../../platform/database/schema/organisation/calendar.ts'
import { type LlmDouble, type LlmDoubleResponse, openLlmDouble } from '../../../testing/doubles/llm/llm-double.ts'
import { QUICK_AGENT_ENV, startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import { waitUntil } from '../../../testing/harness/wait-until.ts'
import { createTenant } from '../../../testing/worlds/factories.ts'
import { sendVoiceNoteAsVisitor, waitForTranscript } from '../../../testing/worlds/transcription-fixture.ts'

let test: TestApp
let llm: LlmDouble

/** Cost of one call of the model double in millionths of a real: 100 input and 20 output tokens, 140 millionths of a dollar at 5 reais. */
const A_CALL = 700
const POLL = { timeout: 15_000 }
const RATES: DatedRate[] = [{ subject: 'dollar', name: '', currency: 'BRL', price: 5, valid_from: '2026-01-01' }]

beforeAll(async () => {
  llm = await openLlmDouble()
  test = await startTestApp({
    ...QUICK_AGENT_ENV,
    ...llm.env,
    ...llm.transcribeEnv,
    LLM_INPUT_PRICE: '1',
    LLM_OUTPUT_PRICE: '2',
    TRANSCRIBE_PRICE: '0.006',
  })
})
afterAll(async () => {
  await test.close()
  await llm.close()
})

const USES_A_TOOL = { calls: [{ name: 'set_stage', args: { stage: 'pitch' } }] }
const says = async (agentId: string, key: string, content = 'Oi') => {
  const visitor = await test.client()
  await visitor.call(sendWebchatMessage, { params: { agentId }, body: { content }, headers: { 'idempotency-key': key } })
}

async function office(rates = RATES) {
  const tenant = await createTenant(test)
  const staff = await test.client(tenant.staff.phone)
  await staff.call(setRates, { body: { rates } })
  const { agentId } = tenant
  const today = new Date().toISOString().slice(0, 10)
  const costs = async (group_by: CostGroupBy) =>
    // Includes yesterday and tomorrow, because the organisation's day may differ from the test's.
    (await staff.call(getCostSummary, { query: { from: dayAfter(today, -1), to: dayAfter(today, 1), group_by } })).data
  const conversation = async () => (await staff.call(listConversations, { params: { agentId } })).data.conversations[0]
  const ofConversation = async () => {
    const found = await conversation()
    const params = { leadId: found?.lead_id ?? '', conversationId: found?._id ?? '' }
    return (await staff.call(getConversationCost, { params })).data
  }
  const acts = (...all: LlmDoubleResponse[]) => {
    llm.requests.length = 0
    llm.behave((_request, n) => all[Math.min(n, all.length - 1)] ?? {})
  }
  return { tenant, staff, agentId, costs, conversation, ofConversation, acts }
}

const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

describe('what models cost', () => {
  it('COST-04 is counted of turns that answered, failed, were called off, and of tries', { timeout: 60_000 }, async () => {
    const { staff, agentId, costs, conversation, acts } = await office()
    const counted = async (micro: number) => expect.poll(async () => (await costs('kind')).total.micro_brl, POLL).toBe(micro)
    acts(USES_A_TOOL, { text: 'Tudo certo.' })
    await says(agentId, 'answered')
    await counted(2 * A_CALL)
    acts(USES_A_TOOL, { fails: { status: 400 } })
    await says(agentId, 'failed')
    await counted(3 * A_CALL)
    acts(USES_A_TOOL, { until: 'forever' })
    await says(agentId, 'called-off')
    await waitUntil(() => llm.requests.length === 2)
    await staff.call(pauseLead, { params: { id: (await conversation())?.lead_id ?? '' }, body: { pause: true } })
    await counted(4 * A_CALL)
    acts({ text: 'Olá!' })
    await staff.call(previewAgent, { params: { id: agentId }, body: { messages: [{ role: 'humano', content: 'Oi' }] } })
    await counted(5 * A_CALL)
  })

  it('COST-04 is counted of what the guard refused, and of the second try it gave', async () => {
    const { agentId, costs, acts } = await office()
    acts({ text: 'Custa R$ 9.999,00 e eu garanto.' })
    await says(agentId, 'refused', 'Quanto custa?')
    await waitUntil(() => llm.requests.length > 1)
    await expect.poll(async () => (await costs('kind')).total.micro_brl - llm.requests.length * A_CALL, POLL).toBe(0)
  })

  it('COST-02 of conversation, lead, agent, kind and stage is the sum of its rows', async () => {
    const { agentId, costs, ofConversation, acts } = await office()
    acts({ text: 'Tudo certo.' })
    await says(agentId, 'one')
    await waitUntil(
      () => costs('kind'),
      ({ total }) => total.count === 1,
    )
    const own = { micro_brl: A_CALL, count: 1, unpriced: 0, estimated: 0 }
    expect(await ofConversation()).toEqual({ conversation: own, lead: own, kinds: [{ kind: 'model', ...own }] })
    expect((await costs('agent')).groups).toEqual([{ key: agentId, label: 'Clara', ...own }])
    expect((await costs('stage')).groups).toEqual([{ key: 'conexao', label: null, ...own }])
    expect((await costs('version')).groups).toEqual([{ key: '1', label: null, ...own }])
    expect((await costs('day')).groups).toMatchObject([own])
    expect((await costs('number')).total).toEqual(own)
  })

  it('COST-02 of a version is the sum of its rows, beside the meetings that its agent booked while it was published', async () => {
    const { tenant, staff, agentId, costs, conversation, acts } = await office()
    const ofVersions = async () => (await staff.call(listVersionCosts, { params: { id: agentId } })).data.versions
    const answers = async (key: string, count: number) => {
      await says(agentId, key)
      await waitUntil(
        () => costs('kind'),
        ({ total }) => total.count === count,
      )
    }
    expect(await ofVersions()).toEqual([])
    acts({ text: 'Tudo certo.' })
    await answers('by-first', 1)
    const leadId = (await conversation())?.lead_id ?? ''
    const books = (bookedByAgent: boolean, cancelledAt: Date | null = null) => {
      const of = { tenantId: tenant.tenantId, agentId, userId: tenant.staff.id, leadId }
      const [startsAt, endsAt] = [new Date('2027-01-04T12:00Z'), new Date('2027-01-04T13:00Z')]
      const row = { ...of, id: uuid(), externalId: uuid(), title: 'Visita', startsAt, endsAt, bookedByAgent, cancelledAt }
      return test.deps.db.tenant(of.tenantId, (tx) => tx.db.insert(meetings).values({ ...row, createdAt: test.deps.clock.now() }))
    }
    await books(true)
    await books(true, test.deps.clock.now())
    await books(false)
    test.advance(1_000)
    await staff.call(updateAgent, { params: { id: agentId }, body: { persona: 'Outra' } })
    test.advance(1_000)
    await answers('by-second', 2)
    await books(true)
    await books(true)
    const own = { micro_brl: A_CALL, count: 1, unpriced: 0, estimated: 0 }
    expect(await ofVersions()).toEqual([
      { number: 2, ...own, meetings: 2 },
      { number: 1, ...own, meetings: 1 },
    ])
  })

  it('go by the prices of the organisation where it has both of a model', async () => {
    const model = test.deps.llm?.models[0] ?? ''
    const price = (subject: DatedRate['subject'], price: number): DatedRate => ({
      subject,
      name: model,
      currency: 'BRL',
      price,
      valid_from: '2026-01-01',
    })
    const { agentId, costs, acts } = await office([price('model_input', 10), price('model_output', 50)])
    acts({ text: 'Tudo certo.' })
    await says(agentId, 'own')
    await expect.poll(async () => (await costs('kind')).total.micro_brl, POLL).toBe(100 * 10 + 20 * 50)
  })
})

describe('what else costs something', () => {
  it('COST-02 a transcription by its minutes', async () => {
    const { tenant, staff, agentId, costs, acts } = await office()
    acts({ text: 'Certo.' })
    llm.transcribe(() => ({ text: 'Quero o de três quartos.' }))
    await waitForTranscript(staff, await sendVoiceNoteAsVisitor(await test.client(), agentId))
    const { groups } = await waitUntil(
      () => costs('kind'),
      ({ groups }) => groups.some(({ key }) => key === 'transcript'),
    )
    expect(tenant.agentId).toBe(agentId)
    // Three seconds at 0.006 dollars per minute.
    expect(groups.find(({ key }) => key === 'transcript')).toMatchObject({ micro_brl: 1_500, count: 1 })
  })
})

describe('prices', () => {
  it('come with the product, to be checked, until an organisation has its own', async () => {
    const { staff } = await office([])
    const dollar = async () => (await staff.call(getRates)).data.rates.filter(({ subject }) => subject === 'dollar')
    expect(await dollar()).toMatchObject([{ price: 5.4, to_check: true }])
    await staff.call(setRates, { body: { rates: RATES } })
    expect(await dollar()).toEqual([{ ...RATES[0], to_check: false }])
    const { rows } = (await staff.call(listAudit)).data
    expect(rows.find(({ action, after }) => action === 'costs.rates_changed' && after?.['rates'])).toMatchObject({
      before: { rates: '' },
      after: { rates: 'dólar BRL 5 desde 2026-01-01' },
    })
  })

  it('are not taken twice for one day, nor finer than they are kept, and are read and written by managers only', async () => {
    const { tenant, staff } = await office([])
    const [dollar] = RATES as [DatedRate]
    expect(await staff.refused(setRates, { body: { rates: [dollar, dollar] } })).toMatchObject({ status: 400 })
    expect(await staff.refused(setRates, { body: { rates: [{ ...dollar, price: 0.000_000_1 }] } })).toMatchObject({ status: 400 })
    const operator = await test.client(tenant.operator.phone)
    expect(await operator.refused(getRates)).toMatchObject({ status: 403 })
    expect(await operator.refused(setRates, { body: { rates: RATES } })).toMatchObject({ status: 403 })
  })
})
