import { sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { getLead } from '@prosa/contract/calls/conversations/leads'
import { sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildMessageWebhook, buildTextBody } from '../../doubles/meta-webhooks/meta-webhook-payloads.ts'
import { createTenant } from '../../worlds/factories.ts'
import { deliverTestWebhook } from '../../worlds/whatsapp/meta-test-app.ts'
import {
  createUniquePhone,
  createUniqueWamid,
  createWhatsappFixture,
  type WhatsappFixture,
} from '../../worlds/whatsapp/whatsapp-fixture.ts'

let desk: WhatsappFixture
beforeAll(async () => {
  desk = await createWhatsappFixture()
})
afterAll(() => desk.close())

const INVISIBLE_CHARACTERS = '\u3164\u2800\u200b\u200e\u00ad'
const fetchTurns = async (conversationId: string) => {
  const { rows } = await desk.test.deps.db.system((tx) =>
    tx.db.execute(
      sql`SELECT count(*)::int AS turns FROM pgboss.job WHERE name = 'agent-turn' AND data->>'conversationId' = ${conversationId}`,
    ),
  )
  return rows[0]?.['turns']
}

it('a profile name and a text of invisible characters count as no name and no words, and the message is kept', async () => {
  const { phoneNumberId } = desk.number
  const phone = createUniquePhone()
  await deliverTestWebhook(
    desk.test,
    buildMessageWebhook(
      phoneNumberId,
      { phone, name: INVISIBLE_CHARACTERS },
      createUniqueWamid(),
      buildTextBody(INVISIBLE_CHARACTERS),
    ),
  )
  const place = await desk.writtenBy(phone, 1)
  expect(place).toMatchObject({ last_message_preview: 'Mensagem sem texto' })
  expect((await desk.historyOf(place)).map(({ content }) => content)).toEqual([INVISIBLE_CHARACTERS])
  expect((await desk.staff.call(getLead, { params: { id: place.lead_id } })).data.name ?? null).toBeNull()
})

it('no agent answers a message of invisible characters only', async () => {
  const { tenantId, agentId } = await createTenant(desk.test)
  const lead = { tenantId, agentId, channel: 'webchat', channelKey: 'rita', lead: { origin: 'Teste' } }
  const { receiveMessage } = desk.test.app.modules.conversations
  const { conversationId } = await receiveMessage({ ...lead, content: INVISIBLE_CHARACTERS, key: 'a' })
  expect(await fetchTurns(conversationId)).toBe(0)
  await receiveMessage({ ...lead, content: 'Oi', key: 'b' })
  expect(await fetchTurns(conversationId)).toBe(1)
})

it('MSG-01 nobody sends a message of invisible characters only, from the panel or from the web chat', async () => {
  const { phoneNumberId } = desk.number
  const phone = createUniquePhone()
  await deliverTestWebhook(desk.test, buildMessageWebhook(phoneNumberId, { phone }, createUniqueWamid(), buildTextBody('Oi')))
  const place = await desk.writtenBy(phone, 1)
  const params = { leadId: place.lead_id, conversationId: place._id }
  const refused = await desk.staff.refused(sendMessage, { params, body: { content: INVISIBLE_CHARACTERS } })
  expect(refused).toMatchObject({ status: 400, fieldErrors: { content: 'A mensagem está vazia.' } })
  const visitor = await desk.test.client()
  const headers = { 'idempotency-key': 'k' }
  const chat = { params: { agentId: desk.tenant.agentId }, headers, body: { content: INVISIBLE_CHARACTERS } }
  expect((await visitor.refused(sendWebchatMessage, chat)).status).toBe(400)
})
