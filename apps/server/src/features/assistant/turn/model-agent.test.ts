import * as conversationCalls from '@prosa/contract/calls/conversations/conversations'
import { pauseLead } from '@prosa/contract/calls/conversations/leads'
import * as calendar from '@prosa/contract/calls/organisation/calendar'
import { sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { leads, messages } from '../../../platform/database/schema/conversations/conversations.ts'
import { meetings } from '../../../platform/database/schema/organisation/calendar.ts'
import { tenants } from '../../../platform/database/schema/organisation/tenants.ts'
import { type GoogleDouble, openGoogleDouble } from '../../../testing/doubles/google/google-double.ts'
import { type LlmDouble, openLlmDouble } from '../../../testing/doubles/llm/llm-double.ts'
import type { Client } from '../../../testing/harness/client.ts'
import { openEventStream } from '../../../testing/harness/event-stream.ts'
import { startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import { createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'

let test: TestApp
let llm: LlmDouble
let google: GoogleDouble
let origin: string
let tenant: TestTenant
let staff: Client
let lead: Client
let key = 0

beforeAll(async () => {
  llm = await openLlmDouble()
  google = await openGoogleDouble()
  // Slow enough that several messages form one turn.
  const pace = { AGENT_PACE: '0.4' }
  test = await startTestApp({ ...llm.env, ...google.env, ...pace, LLM_INPUT_PRICE: '1', LLM_OUTPUT_PRICE: '2' })
  origin = await test.listen()
})
afterAll(async () => {
  await test.close()
  await llm.close()
  await google.close()
})
beforeEach(async () => {
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
  lead = await test.client()
  llm.requests.length = 0
})

const says = (content: string, from = lead) =>
  from.call(sendWebchatMessage, {
    params: { agentId: tenant.agentId },
    body: { content },
    headers: { 'idempotency-key': `k${key++}` },
  })
const placeOf = async () => {
  const { conversations } = (await staff.call(conversationCalls.listConversations, { params: { agentId: tenant.agentId } })).data
  return { leadId: conversations[0]?.lead_id ?? '', conversationId: conversations[0]?._id ?? '' }
}
const conversation = async () => (await staff.call(conversationCalls.getConversation, { params: await placeOf() })).data
const spoken = async () => (await conversation()).history.filter(({ role, manual }) => role === 'AI' && !manual)
const asked = () => expect.poll(() => llm.requests.length, { timeout: 12_000 }).toBeGreaterThan(0)
const settled = (wanted: () => Promise<void>) =>
  expect
    .poll(
      () =>
        wanted().then(
          () => true,
          () => false,
        ),
      { timeout: 12_000 },
    )
    .toBe(true)
const inTenant = <T>(work: Parameters<typeof test.deps.db.tenant<T>>[1]) => test.deps.db.tenant(tenant.tenantId, work)

const friday = () => {
  const day = new Date(test.deps.clock.now().getTime() + 7 * 86_400_000)
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(day)
}

describe('an agent on a language model', () => {
  it('PROV-06 talks over the web chat with all its tools, and keeps what it did with the message', async () => {
    await staff.call(calendar.calendarCallback, {
      query: google.consent(calendar.getCalendarData(await staff.call(calendar.calendarAuthUrl)).url),
    })
    llm.behave((_request, n) =>
      n === 0
        ? {
            calls: [
              {
                name: 'update_lead',
                args: { name: 'Rita Souza', company: 'Sol', email: 'rita@sol.example', phone: '11 98765-4321' },
              },
              { name: 'set_stage', args: { stage: 'agendamento' } },
              { name: 'summarise', args: { summary: 'Quer visitar o AU-10.', status: 'Visita marcada' } },
              { name: 'ask_human', args: { reason: 'Levar as chaves' } },
              { name: 'book_meeting', args: { title: 'Visita ao AU-10', date: friday(), time: '15:00', minutes: 45 } },
            ],
          }
        : { text: '**Prontinho**, Rita!\n\nTe espero na visita.' },
    )
    await says('Oi, sou a Rita Souza, da Sol')
    await says('rita@sol.example, (11) 98765-4321')
    await says('Quero visitar o AU-10')
    const stream = await openEventStream(origin, tenant.agentId, lead, 0)
    await stream.hear('typing', (data) => data.isTyping === true)
    await stream.hear('message', (data) => data.content === 'Te espero na visita.')
    stream.close()
    expect((await spoken()).map(({ content }) => content)).toEqual(['Prontinho, Rita!', 'Te espero na visita.'])
    expect(await conversation()).toMatchObject({
      stage: 'agendamento',
      lead_context_summary: 'Quer visitar o AU-10.',
      status_message: 'Visita marcada',
      needs_attention: true,
      attention_reason: 'Levar as chaves',
    })
    // The messages formed one turn of two requests; the second contains the results of the tools.
    expect(llm.requests).toHaveLength(2)
    expect(llm.requests[0]?.messages.at(-1)?.content).toContain('Quero visitar o AU-10')
    const [person] = await inTenant((tx) => tx.db.select().from(leads))
    expect(person).toMatchObject({ name: 'Rita Souza', company: 'Sol', email: 'rita@sol.example', phone: '+5511987654321' })
    const [booked, ...more] = await inTenant((tx) => tx.db.select().from(meetings))
    expect(more).toEqual([])
    expect(booked).toMatchObject({ bookedByAgent: true, userId: tenant.staff.id, leadId: person?.id })
    expect(booked?.title).toMatch(/^Reunião com Tenant \d+ \(Clara\)$/)
    expect(google.events.at(-1)).toMatchObject({
      id: booked?.externalId,
      attendees: [{ email: 'rita@sol.example' }],
      start: { dateTime: `${friday()}T18:00:00.000Z` },
    })
    const kept = await inTenant((tx) =>
      tx.db
        .select({ meta: messages.meta })
        .from(messages)
        .where(and(eq(messages.role, 'AI')))
        .orderBy(messages.seq),
    )
    expect(kept.map(({ meta }) => meta)).toEqual([
      {
        engine: 'model',
        model: 'test-model',
        inputTokens: 200,
        outputTokens: 40,
        cost: expect.closeTo(0.00028),
        tools: ['update_lead', 'set_stage', 'summarise', 'ask_human', 'book_meeting'],
        version: 1,
        ms: expect.any(Number),
      },
      { engine: 'model', model: 'test-model', version: 1, ms: expect.any(Number) },
    ])
  })

  it('PROV-05 a pause while the model thinks: it is called off, nothing is said @wide', async () => {
    llm.behave(() => ({ until: 'forever' }))
    const before = llm.abandoned
    await says('Oi')
    await asked()
    await staff.call(pauseLead, { params: { id: (await placeOf()).leadId }, body: { pause: true } })
    await expect.poll(() => llm.abandoned).toBe(before + 1)
    expect(await spoken()).toEqual([])
    llm.behave(() => ({ text: 'Voltei.' }))
    await staff.call(pauseLead, { params: { id: (await placeOf()).leadId }, body: { pause: false } })
    await settled(async () => expect((await spoken()).map(({ content }) => content)).toEqual(['Voltei.']))
  })

  it.each([true, false])(
    'PROV-05 a person who writes while the model thinks answers alone (pausing the agent: %s)',
    async (pauses) => {
      await test.deps.db.system((tx) =>
        tx.db.update(tenants).set({ pauseOnManual: pauses }).where(eq(tenants.id, tenant.tenantId)),
      )
      let speak: () => void = () => {}
      llm.behave(() => ({ text: 'Tarde demais.', until: new Promise<void>((resolve) => (speak = resolve)) }))
      const before = llm.abandoned
      await says('Oi')
      await asked()
      await staff.call(conversationCalls.sendMessage, { params: await placeOf(), body: { content: 'Aqui é a Ana, pode falar.' } })
      await expect.poll(() => llm.abandoned).toBe(before + 1)
      speak()
      expect(await spoken()).toEqual([])
      expect((await conversation()).history.filter(({ manual }) => manual)).toHaveLength(1)
    },
  )

  it('PROV-05 a pause that nobody told this process of still keeps the answer from being written @wide', async () => {
    let speak: () => void = () => {}
    llm.behave(() => ({ text: 'Tarde demais.', until: new Promise<void>((resolve) => (speak = resolve)) }))
    await says('Oi')
    await asked()
    await inTenant((tx) => tx.db.update(leads).set({ pause: true }).where(whereTenant(leads, tenant.tenantId)))
    const still = new Promise<void>((resolve) => {
      const end = test.deps.bus.on('agent.typing', (event) => {
        if (event.tenantId !== tenant.tenantId || event.isTyping) return
        end()
        resolve()
      })
    })
    speak()
    await still
    expect(await spoken()).toEqual([])
  })

  it('a model that is slow holds up nobody: no transaction is open while it thinks', async () => {
    llm.behave(() => ({ until: 'forever' }))
    await says('Oi')
    await asked()
    // The embedded database has one connection, so these calls would block if a transaction were open.
    const other = await test.client()
    await says('Também estou aqui', other)
    expect(
      (await staff.call(conversationCalls.listConversations, { params: { agentId: tenant.agentId } })).data.conversations,
    ).toHaveLength(2)
    await staff.call(pauseLead, { params: { id: (await placeOf()).leadId }, body: { pause: true } })
    const { conversations } = (await staff.call(conversationCalls.listConversations, { params: { agentId: tenant.agentId } }))
      .data
    for (const { lead_id } of conversations) await staff.call(pauseLead, { params: { id: lead_id }, body: { pause: true } })
  })

  it.each<[string, Parameters<LlmDouble['behave']>[0], string]>([
    ['refuses', () => ({ fails: { status: 401 } }), 'O agente não conseguiu responder: o modelo está indisponível.'],
    ['speaks garbage', () => ({ fails: 'garbage' }), 'O agente não conseguiu responder: o modelo está indisponível.'],
    [
      'says nothing',
      () => ({ text: '' }),
      'O agente não conseguiu responder: o modelo não deu uma resposta que se possa enviar.',
    ],
  ])('PROV-06 when the model %s staff see it, with the reason, and the lead reads nothing @wide', async (_what, act, reason) => {
    llm.behave(act)
    await says('Oi')
    await settled(async () => expect(await conversation()).toMatchObject({ needs_attention: true, attention_reason: reason }))
    expect(await spoken()).toEqual([])
    llm.behave(() => ({ text: 'Agora sim.' }))
    await says('Alguém aí?')
    await settled(async () => expect((await spoken()).map(({ content }) => content)).toEqual(['Agora sim.']))
  })
})

it('closing the server does not wait for a model @wide', async () => {
  const own = await startTestApp(llm.env)
  const theirs = await createTenant(own)
  llm.behave(() => ({ until: 'forever' }))
  const before = llm.abandoned
  const client = await own.client()
  await client.call(sendWebchatMessage, {
    params: { agentId: theirs.agentId },
    body: { content: 'Oi' },
    headers: { 'idempotency-key': 'closing' },
  })
  await asked()
  await own.close()
  // The double notices the closed connection a moment later.
  await expect.poll(() => llm.abandoned, { timeout: 5_000 }).toBe(before + 1)
})
