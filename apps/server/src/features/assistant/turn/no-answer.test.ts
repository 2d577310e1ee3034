import { getConversation, listConversations } from '@prosa/contract/calls/conversations/conversations'
import { pauseLead } from '@prosa/contract/calls/conversations/leads'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildMessageWebhook, buildTextBody } from '../../../testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import type { Client } from '../../../testing/harness/client.ts'
import { QUICK_AGENT_ENV, type TestApp } from '../../../testing/harness/test-app.ts'
import { waitUntil } from '../../../testing/harness/wait-until.ts'
import { createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'
import { hasNoPendingTurn } from '../../../testing/worlds/transcription-fixture.ts'
import { deliverTestWebhook, linkTestNumber, startTestAppWithMeta } from '../../../testing/worlds/whatsapp/meta-test-app.ts'
import { createUniquePhone, createUniqueWamid } from '../../../testing/worlds/whatsapp/whatsapp-fixture.ts'

let test: TestApp
let close: () => Promise<void>
let tenant: TestTenant
let staff: Client
let number: string

beforeAll(async () => {
  const { meta, ...started } = await startTestAppWithMeta(QUICK_AGENT_ENV)
  ;({ test, close } = started)
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
  number = (await linkTestNumber(test, meta, tenant)).phoneNumberId
})
afterAll(() => close())

/** Creates a lead that was answered once and whose agent is idle. */
async function answered() {
  const phone = createUniquePhone()
  const first = createUniqueWamid()
  const say = (body: object, id = createUniqueWamid()) =>
    deliverTestWebhook(test, buildMessageWebhook(number, { phone }, id, body))
  const find = () => staff.call(listConversations, { params: { agentId: tenant.agentId }, query: { phone } })
  await say(buildTextBody('Oi, quero alugar um apartamento'), first)
  const found = await waitUntil(async () => (await find()).data.conversations[0])
  if (!found) throw new Error('Unreachable: until() has found it')
  const { lead_id: leadId, _id: conversationId } = found
  const history = async () => (await staff.call(getConversation, { params: { leadId, conversationId } })).data.history
  const said = async () => (await history()).filter(({ role }) => role === 'AI').map(({ content }) => content)
  const settled = () => waitUntil(() => hasNoPendingTurn(test, tenant.tenantId))
  await waitUntil(said, ({ length }) => length > 0)
  await settled()
  const pause = (pause: boolean) => staff.call(pauseLead, { params: { id: leadId }, body: { pause } })
  const has = (content: string) => waitUntil(history, (all) => all.some((message) => message.content.includes(content)))
  return { first, say, said, settled, pause, has }
}

const NOBODY_ANSWERS = (first: string) => [
  { type: 'reaction', reaction: { message_id: first, emoji: '👍' } },
  { type: 'system', system: { type: 'customer_identity_changed', body: 'O código de segurança mudou.' } },
  { type: 'unsupported', errors: [{ code: 131_051 }] },
]

it('WIRE-11 an agent that is let speak again says nothing where only what nobody answers has come', async () => {
  const { first, say, said, settled, pause, has } = await answered()
  const before = await said()
  await pause(true)
  for (const body of NOBODY_ANSWERS(first)) await say(body)
  await has('Veja no celular')
  await pause(false)
  await settled()
  expect(await said()).toEqual(before)
})

it('WIRE-11 what nobody answers is not answered beside what is', async () => {
  const { first, say, said, settled } = await answered()
  const before = await said()
  for (const body of NOBODY_ANSWERS(first)) await say(body)
  await say(buildTextBody('Procuro no Centro'))
  await waitUntil(said, ({ length }) => length > before.length)
  await settled()
  const news = (await said()).slice(before.length).join('\n')
  expect(news).not.toBe('')
  expect(news).not.toMatch(/deixei guardado|Recebido também/)
})
