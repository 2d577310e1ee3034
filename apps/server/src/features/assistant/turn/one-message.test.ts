import { updateAgent } from '@prosa/contract/calls/agents/agent'
import { openWebchat, sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LlmDouble, openLlmDouble } from '../../../testing/doubles/llm/llm-double.ts'
import type { MetaDouble } from '../../../testing/doubles/meta/meta-double.ts'
import { buildMessageWebhook, buildTextBody } from '../../../testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import type { Client } from '../../../testing/harness/client.ts'
import { QUICK_AGENT_ENV, type TestApp } from '../../../testing/harness/test-app.ts'
import { waitUntil } from '../../../testing/harness/wait-until.ts'
import { createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'
import { deliverTestWebhook, linkTestNumber, startTestAppWithMeta } from '../../../testing/worlds/whatsapp/meta-test-app.ts'
import { createUniquePhone, createUniqueWamid } from '../../../testing/worlds/whatsapp/whatsapp-fixture.ts'

let test: TestApp
let meta: MetaDouble
let llm: LlmDouble
let close: () => Promise<void>
let tenant: TestTenant
let staff: Client
let number: string

beforeAll(async () => {
  llm = await openLlmDouble()
  ;({ test, meta, close } = await startTestAppWithMeta({ ...QUICK_AGENT_ENV, ...llm.env }))
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
  number = (await linkTestNumber(test, meta, tenant)).phoneNumberId
  llm.behave(() => ({ text: 'Claro!\n\nQual bairro você prefere?' }))
})
afterAll(async () => {
  await close()
  await llm.close()
})

const set = (body: { use_model?: boolean; bubbles?: 'one' | 'several' }) =>
  staff.call(updateAgent, { params: { id: tenant.agentId }, body })

/** Sends a message as a new lead on WhatsApp and returns the answers once there are `messages` of them. */
async function answersOnWhatsapp(says: string, messages: number): Promise<string[]> {
  const phone = createUniquePhone()
  await deliverTestWebhook(test, buildMessageWebhook(number, { phone }, createUniqueWamid(), buildTextBody(says)))
  const said = () => meta.accepted.flatMap(({ body }) => (body.to === `+${phone}` && body.text ? [body.text.body] : []))
  await waitUntil(said, (found) => found.length >= messages)
  return said()
}

async function answersOnSite(says: string): Promise<string[]> {
  const lead = await test.client()
  const place = { params: { agentId: tenant.agentId } }
  await lead.call(sendWebchatMessage, { ...place, body: { content: says }, headers: { 'idempotency-key': uuid() } })
  const said = async () =>
    (await lead.call(openWebchat, place)).data.messages.flatMap(({ role, content }) => (role === 'AI' ? [content] : []))
  return waitUntil(said, (found) => found.length > 1)
}

it('COST-06 what a model says in a turn leaves as one message where each costs, and as it is written where none does @wide', async () => {
  await set({ use_model: true })
  expect(await answersOnSite('Oi, quero alugar')).toEqual(['Claro!', 'Qual bairro você prefere?'])
  expect(await answersOnWhatsapp('Oi, quero alugar', 1)).toEqual(['Claro!\n\nQual bairro você prefere?'])
})

it('COST-06 what the written engine says in a turn does so too @wide', async () => {
  await set({ use_model: false })
  const written = await answersOnSite('Bom dia, tudo bem? Vi o anúncio')
  // On WhatsApp the agent knows the lead's name and uses it in the greeting.
  const [only, ...more] = await answersOnWhatsapp('Bom dia, tudo bem? Vi o anúncio', 1)
  expect(only?.split('\n\n')).toHaveLength(written.length)
  expect(more).toEqual([])
})

it('COST-06 an agent that is to send several sends several @wide', async () => {
  await set({ use_model: true, bubbles: 'several' })
  expect(await answersOnWhatsapp('Olá, quero comprar', 2)).toEqual(['Claro!', 'Qual bairro você prefere?'])
  await set({ bubbles: 'one' })
})
