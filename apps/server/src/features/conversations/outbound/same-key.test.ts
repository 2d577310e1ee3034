import { getConversation, listConversations, sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { pauseLead } from '@prosa/contract/calls/conversations/leads'
import { sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { QUICK_AGENT_ENV, startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import { waitUntil } from '../../../testing/harness/wait-until.ts'
import { createConversation, createTenant } from '../../../testing/worlds/factories.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp(QUICK_AGENT_ENV)
})
afterAll(() => test.close())

it('a key that another person has used is refused, before and while that one is stored, and each person’s own still answers', async () => {
  const tenant = await createTenant(test)
  const place = await createConversation(test, tenant, { history: 'h' })
  const [ana, bruno] = [await test.client(tenant.staff.phone), await test.client(tenant.admin.phone)]
  const input = (key: string) => ({ params: place, body: { content: 'Bom dia' }, headers: { 'idempotency-key': key } })
  const first = (await ana.call(sendMessage, input('k'))).data?.message?.message_id
  expect(first).toBeTruthy()
  expect(await bruno.refused(sendMessage, input('k'))).toMatchObject({ status: 409 })
  expect((await ana.call(sendMessage, input('k'))).data?.message?.message_id).toBe(first)

  const both = await Promise.allSettled([ana.call(sendMessage, input('race')), bruno.call(sendMessage, input('race'))])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const { history } = (await ana.call(getConversation, { params: place })).data
  expect(history.filter(({ content }) => content === 'Bom dia')).toHaveLength(2)
})

it('MSG-12 takes a key of 1 to 255 visible characters, answers it as it was written, and refuses any other', async () => {
  const tenant = await createTenant(test)
  const place = await createConversation(test, tenant, { history: 'h' })
  const ana = await test.client(tenant.staff.phone)
  const input = (key: string) => ({ params: place, body: { content: 'Bom dia' }, headers: { 'idempotency-key': key } })
  const visible = Array.from({ length: 94 }, (_, n) => String.fromCharCode(0x21 + n)).join('')
  for (const key of [':', 'urn:uuid:0190d0a0-0001-7000-8000-000200000001', visible, 'x'.repeat(255)]) {
    const first = (await ana.call(sendMessage, input(key))).data?.message
    expect(first?.client_message_id).toBe(key)
    expect((await ana.call(sendMessage, input(key))).data?.message?.message_id).toBe(first?.message_id)
  }
  for (const key of ['', 'x'.repeat(256), 'a b', 'a\tb', 'não'])
    expect(await ana.refused(sendMessage, input(key))).toMatchObject({ status: 400 })
})

it('no client’s key stands in the way of a key of the agent’s own', async () => {
  const tenant = await createTenant(test)
  const ana = await test.client(tenant.staff.phone)
  const lead = await test.client()
  const agent = { agentId: tenant.agentId }
  const write = (content: string, key: string) =>
    lead.call(sendWebchatMessage, { params: agent, body: { content }, headers: { 'idempotency-key': key } })
  await write('Oi', 'first')
  const [made] = (await ana.call(listConversations, { params: agent })).data.conversations
  const params = { leadId: made?.lead_id ?? '', conversationId: made?._id ?? '' }
  const historyOf = async () => (await ana.call(getConversation, { params })).data.history
  const pause = (yes: boolean) => ana.call(pauseLead, { params: { id: params.leadId }, body: { pause: yes } })
  await pause(true)
  const said = (await historyOf()).length
  const key = `turn:${said + 1}:0`
  await write('Quero um apartamento', key)
  await pause(false)
  const answer = await waitUntil(async () => (await historyOf()).slice(said + 1).find(({ role }) => role === 'AI'))
  expect(answer?.client_message_id).toBe(key)
})
