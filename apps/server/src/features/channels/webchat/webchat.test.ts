import * as conversationCalls from '@prosa/contract/calls/conversations/conversations'
import { archiveLead, pauseLead } from '@prosa/contract/calls/conversations/leads'
import { openWebchat, sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../../testing/harness/client.ts'
import { openEventStream } from '../../../testing/harness/event-stream.ts'
import { startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import { openTestSocket } from '../../../testing/harness/test-socket.ts'
import { createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'

let test: TestApp
let origin: string
let tenant: TestTenant
let staff: Client

beforeAll(async () => {
  test = await startTestApp()
  origin = await test.listen()
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
})
afterAll(() => test.close())

const write = (lead: Client, content: string, key: string) =>
  lead.call(sendWebchatMessage, { params: { agentId: tenant.agentId }, body: { content }, headers: { 'idempotency-key': key } })

const conversationsOf = async () =>
  (await staff.call(conversationCalls.listConversations, { params: { agentId: tenant.agentId } })).data.conversations

/** Creates a lead that has sent one message, and returns its conversation as users see it. */
async function newLead(first: string) {
  const lead = await test.client()
  const before = new Set((await conversationsOf()).map((c) => c._id))
  await write(lead, first, 'first')
  const made = (await conversationsOf()).find((c) => !before.has(c._id))
  if (!made) throw new Error('No conversation came of the message')
  return { lead, leadId: made.lead_id, conversationId: made._id }
}

const historyOf = async (place: { leadId: string; conversationId: string }) =>
  (await staff.call(conversationCalls.getConversation, { params: place })).data

describe('the lead’s side', () => {
  it('PROV-04 a stranger sees the agent and leaves no trace before writing', async () => {
    const before = (await conversationsOf()).length
    const lead = await test.client()
    const { data } = await lead.call(openWebchat, { params: { agentId: tenant.agentId } })
    expect(data).toMatchObject({ agent: { name: 'Clara' }, messages: [], returning: false })
    expect((await conversationsOf()).length).toBe(before)
  })

  it('PROV-04 the first message makes a lead and its conversation; the browser is remembered', async () => {
    const { lead } = await newLead('Oi, tudo bem?')
    const again = await lead.call(openWebchat, { params: { agentId: tenant.agentId } })
    expect(again.data.returning).toBe(true)
    expect(again.data.messages.map((m) => m.content)).toEqual(['Oi, tudo bem?'])
    await write(lead, 'Voltei', 'second')
    expect((await lead.call(openWebchat, { params: { agentId: tenant.agentId } })).data.messages).toHaveLength(2)
  })

  it('the same key makes one message; a message without a key is refused', async () => {
    const { lead, ...place } = await newLead('Olá')
    const answers = await Promise.all(Array.from({ length: 5 }, () => write(lead, 'Repetida', 'again')))
    expect(new Set(answers.map((answer) => answer.data.message.message_id)).size).toBe(1)
    expect((await historyOf(place)).history.filter((m) => m.role === 'humano')).toHaveLength(2)
    const refused = await lead.refused(sendWebchatMessage, {
      params: { agentId: tenant.agentId },
      body: { content: 'Sem chave' },
    })
    expect(refused).toMatchObject({ status: 400 })
  })

  it('another visitor’s cookie, a made-up one and an unknown agent lead nowhere', async () => {
    const { lead } = await newLead('Particular')
    const other = await createTenant(test)
    const stranger = await test.client()
    stranger.cookies.set('prosa_visitor', 'A'.repeat(32))
    expect((await stranger.call(openWebchat, { params: { agentId: tenant.agentId } })).data.messages).toEqual([])
    expect((await lead.call(openWebchat, { params: { agentId: other.agentId } })).data.messages).toEqual([])
    expect(await stranger.refused(openWebchat, { params: { agentId: tenant.tenantId } })).toMatchObject({ status: 404 })
    expect(await stranger.refused(openWebchat, { params: { agentId: 'nope' } })).toMatchObject({ status: 404 })
  })

  it('CALL-14 what staff write reaches the lead live, and a broken line is caught up', async () => {
    const { lead, ...place } = await newLead('Alguém aí?')
    await staff.call(pauseLead, { params: { id: place.leadId }, body: { pause: true } })
    const stream = await openEventStream(origin, tenant.agentId, lead, 0)
    await staff.call(conversationCalls.sendMessage, { params: place, body: { content: 'Estou aqui.' } })
    const told = await stream.hear('message', (data) => data.content === 'Estou aqui.')
    expect(told.data).toMatchObject({ role: 'AI', seq: 2 })
    // Leads receive only the user's first name and no internal fields.
    const seen = ['client_message_id', 'content', 'message_id', 'person', 'role', 'seq', 'timestamp', 'type']
    expect(Object.keys(told.data).sort()).toEqual(seen)
    expect(told.data.person).toBe('Ana')
    expect(told.data.client_message_id).toBeNull()
    const { messages } = (await lead.call(openWebchat, { params: { agentId: tenant.agentId } })).data
    expect(messages.map((message) => Object.keys(message).sort())).toEqual([seen, seen])
    expect(messages.map(({ person }) => person)).toEqual([null, 'Ana'])
    stream.close()
    await staff.call(conversationCalls.sendMessage, { params: place, body: { content: 'Ainda aqui.' } })
    const back = await openEventStream(origin, tenant.agentId, lead, 2)
    expect((await back.hear('message', () => true)).data.content).toBe('Ainda aqui.')
    back.close()
  })

  it('EVENT-05 a person’s typing shows to the lead by first name, and to no other lead; what is being sent does not', async () => {
    const { lead, ...place } = await newLead('Tem alguém?')
    const { lead: neighbour } = await newLead('Outro assunto')
    const own = await createTenant(test)
    const stranger = await test.client()
    await stranger.call(sendWebchatMessage, {
      params: { agentId: own.agentId },
      body: { content: 'Oi' },
      headers: { 'idempotency-key': 's' },
    })
    const stream = await openEventStream(origin, tenant.agentId, lead, 0)
    const others = [
      await openEventStream(origin, tenant.agentId, neighbour, 0),
      await openEventStream(origin, own.agentId, stranger, 0),
    ]
    const socket = await openTestSocket(origin, staff)
    await socket.send('join_conversation', { leadId: place.leadId, userId: tenant.staff.id, tenantId: tenant.tenantId })
    const said = { leadId: place.leadId, userName: 'Outro nome', userId: 'x' }
    await socket.send('optimistic_message', {
      ...said,
      tempMessageId: 't',
      content: 'Rascunho',
      timestamp: '2026-11-20T12:00:00Z',
    })
    await socket.send('typing_start', said)
    expect((await stream.hear('typing', ({ name }) => name !== 'Clara')).data).toEqual({ isTyping: true, name: 'Ana' })
    await socket.send('typing_stop', said)
    await stream.hear('typing', ({ isTyping, name }) => !isTyping && name === 'Ana')
    expect(JSON.stringify(stream.heard())).not.toContain('Rascunho')
    for (const line of others) expect(line.heard().filter(({ data }) => data.name === 'Ana')).toEqual([])
    for (const line of [stream, ...others]) line.close()
    socket.close()
  })

  it('a line with nothing new to tell stays open as an event stream', async () => {
    const { lead, ...place } = await newLead('Oi')
    await staff.call(pauseLead, { params: { id: place.leadId }, body: { pause: true } })
    const stream = await openEventStream(origin, tenant.agentId, lead, 1)
    await staff.call(conversationCalls.sendMessage, { params: place, body: { content: 'Só agora.' } })
    expect((await stream.hear('message', () => true)).data.content).toBe('Só agora.')
    stream.close()
  })

  it('an open event stream does not hold up the server’s end @wide', async () => {
    const own = await startTestApp()
    const { agentId } = await createTenant(own)
    const lead = await own.client()
    await lead.call(sendWebchatMessage, { params: { agentId }, body: { content: 'Oi' }, headers: { 'idempotency-key': 'open' } })
    const stream = await openEventStream(await own.listen(), agentId, lead, 1)
    await own.close()
    await expect(stream.ended).resolves.toBeUndefined()
  })

  it('floods are slowed down @wide', async () => {
    const { lead } = await newLead('Flood')
    let limited = 0
    for (let n = 0; n < 25; n++) {
      const { statusCode } = await lead.raw({
        method: 'POST',
        url: `/api/webchat/${tenant.agentId}/messages`,
        headers: { 'idempotency-key': `flood-${n}` },
        payload: { content: 'x' },
      })
      if (statusCode === 429) limited++
    }
    expect(limited).toBeGreaterThan(0)
  })
})

describe('the agent', () => {
  it('PROV-05 PROV-07 EVENT-09 answers the lead with its playbook, typing in both windows, and keeps summary and stage', async () => {
    const own = await createTenant(test)
    const boss = await test.client(own.staff.phone)
    const lead = await test.client()
    const params = { agentId: own.agentId }
    await lead.call(sendWebchatMessage, {
      params,
      body: { content: 'Oi! Queria saber sobre apartamentos' },
      headers: { 'idempotency-key': 'a1' },
    })
    const [made] = (await boss.call(conversationCalls.listConversations, { params })).data.conversations
    const place = { leadId: made?.lead_id ?? '', conversationId: made?._id ?? '' }
    const socket = await openTestSocket(origin, boss)
    await socket.send('join_conversation', { leadId: place.leadId, userId: own.staff.id, tenantId: own.tenantId })
    const stream = await openEventStream(origin, own.agentId, lead, 0)
    const typing = await socket.hear('agent_typing_indicator', (event) => event.isAgentTyping)
    expect(typing).toMatchObject({ leadId: place.leadId, agentId: own.agentId, agentName: 'Clara' })
    await stream.hear('typing', (data) => data.isTyping === true)
    const answer = await socket.hear('lead', (event) => event.message.role === 'AI')
    expect(answer.message.manual).toBe(false)
    expect((await stream.hear('message', (data) => data.role === 'AI')).data.content).toBe(answer.message.content)
    await socket.hear('agent_typing_indicator', (event) => !event.isAgentTyping)
    const { data } = await boss.call(conversationCalls.getConversation, { params: place })
    expect(data.lead_context_summary).toBeTruthy()
    expect(data.history.filter((m) => m.role === 'AI').length).toBeGreaterThan(0)
    stream.close()
    socket.close()
  })

  it('CALL-22 stays silent while paused and answers what waited when it is resumed @wide', async () => {
    const { lead, ...place } = await newLead('Olá, bom dia')
    await staff.call(pauseLead, { params: { id: place.leadId }, body: { pause: true } })
    await write(lead, 'Vocês têm horário amanhã?', 'paused-1')
    const socket = await openTestSocket(origin, staff)
    await socket.send('join_conversation', { leadId: place.leadId, userId: tenant.staff.id, tenantId: tenant.tenantId })
    const during = (await historyOf(place)).history
    await staff.call(pauseLead, { params: { id: place.leadId }, body: { pause: false } })
    await socket.hear('lead', (event) => event.message.role === 'AI' && event.message.manual === false)
    expect(during.every((m) => m.role === 'humano')).toBe(true)
    socket.close()
  })

  it('PROV-05 answers what the lead writes while it is still answering @wide', async () => {
    const own = await createTenant(test)
    const lead = await test.client()
    const params = { agentId: own.agentId }
    const says = (content: string, key: string) =>
      lead.call(sendWebchatMessage, { params, body: { content }, headers: { 'idempotency-key': key } })
    await says('Oi, quero alugar um apartamento', 'w1')
    const stream = await openEventStream(origin, own.agentId, lead, 0)
    await stream.hear('typing', (data) => data.isTyping === true)
    const { seq = 0 } = (await says('Meu nome é Rita', 'w2')).data.message
    await stream.hear('message', (data) => data.role === 'AI' && Number(data.seq) > seq)
    const named = await stream.hear('message', (data) => String(data.content).includes('Rita'))
    expect(named.data.role).toBe('humano')
    const answer = await stream.hear('message', (data) => data.role === 'AI' && /Rita/.test(String(data.content)))
    expect(Number(answer.data.seq)).toBeGreaterThan(seq)
    stream.close()
  })

  it('an archived lead that writes comes back into the list', async () => {
    const { lead, ...place } = await newLead('Oi')
    await staff.call(archiveLead, { params: { id: place.leadId }, body: { archive: true } })
    expect((await conversationsOf()).map((c) => c._id)).not.toContain(place.conversationId)
    await write(lead, 'Mudei de ideia', 'back')
    expect((await conversationsOf()).map((c) => c._id)).toContain(place.conversationId)
  })
})
