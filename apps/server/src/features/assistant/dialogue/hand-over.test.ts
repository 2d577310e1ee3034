import { getConversation, listConversations, sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { pauseLead } from '@prosa/contract/calls/conversations/leads'
import { sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import type { Message } from '@prosa/contract/entities/conversations/message'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { QUICK_AGENT_ENV, startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import { waitUntil } from '../../../testing/harness/wait-until.ts'
import { createTenant } from '../../../testing/worlds/factories.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp(QUICK_AGENT_ENV)
})
afterAll(() => test.close())

it('PROV-07 an agent that handed a lead over asks again when a person has answered and the lead was resumed @wide', async () => {
  const tenant = await createTenant(test)
  const staff = await test.client(tenant.staff.phone)
  const lead = await test.client()
  const params = { agentId: tenant.agentId }
  let said = 0
  const says = (content: string) =>
    lead.call(sendWebchatMessage, { params, body: { content }, headers: { 'idempotency-key': String(++said) } })

  await says('quero falar com uma pessoa')
  const [made] = (await staff.call(listConversations, { params })).data.conversations
  const place = { leadId: made?.lead_id ?? '', conversationId: made?._id ?? '' }
  const read = async () => (await staff.call(getConversation, { params: place })).data
  await waitUntil(read, ({ status_message }) => status_message === 'Aguardando uma pessoa da equipe')

  await staff.call(sendMessage, { params: place, body: { content: 'Oi, aqui é a Ana.' } })
  await staff.call(pauseLead, { params: { id: place.leadId }, body: { pause: false } })
  await says('procuro um apartamento')
  const asks = ({ role, manual, content }: Message) => role === 'AI' && !manual && content.includes('?')
  await waitUntil(read, ({ history }) => history.slice(-1).some(asks))
  expect((await read()).status_message).not.toBe('Aguardando uma pessoa da equipe')
})
