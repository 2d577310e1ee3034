import { createHash } from 'node:crypto'
import { getConversation, listConversations } from '@prosa/contract/calls/conversations/conversations'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LlmDouble, openLlmDouble } from '../../../../testing/doubles/llm/llm-double.ts'
import type { MetaDouble } from '../../../../testing/doubles/meta/meta-double.ts'
import { buildMessageWebhook, buildTextBody } from '../../../../testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import { createUniqueVoiceNote } from '../../../../testing/files/unique-voice-note.ts'
import type { Client } from '../../../../testing/harness/client.ts'
import type { TestApp } from '../../../../testing/harness/test-app.ts'
import { waitUntil } from '../../../../testing/harness/wait-until.ts'
import { createTenant, type TestTenant } from '../../../../testing/worlds/factories.ts'
import { deliverTestWebhook, linkTestNumber, startTestAppWithMeta } from '../../../../testing/worlds/whatsapp/meta-test-app.ts'

let test: TestApp
let meta: MetaDouble
let llm: LlmDouble
let close: () => Promise<void>
let tenant: TestTenant
let staff: Client
let number: string

beforeAll(async () => {
  llm = await openLlmDouble()
  const started = await startTestAppWithMeta({ ...llm.env, ...llm.transcribeEnv, AGENT_PACE: '0.1' })
  ;({ test, meta, close } = started)
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
  number = (await linkTestNumber(test, meta, tenant)).phoneNumberId
})
afterAll(async () => {
  await close()
  await llm.close()
})

const talk = async () => {
  const { conversations } = (await staff.call(listConversations, { params: { agentId: tenant.agentId } })).data
  const [first] = conversations
  if (!first) return []
  const { lead_id: leadId, _id: conversationId } = first
  return (await staff.call(getConversation, { params: { leadId, conversationId } })).data.history
}

it('HEAR-02 a voice of WhatsApp is waited for while its file is on the way, and answered with what was written @wide', async () => {
  const bytes = createUniqueVoiceNote()
  const id = '2754859441498100'
  meta.files.set(id, { bytes, mimeType: 'audio/ogg; codecs=opus', failures: 2 })
  llm.transcribe(() => ({ text: 'Quero o de três quartos.' }))
  const lead = { phone: '5541900000077' }
  const sha256 = createHash('sha256').update(bytes).digest('base64')
  const audio = { id, mime_type: 'audio/ogg; codecs=opus', sha256, voice: true }
  await deliverTestWebhook(test, buildMessageWebhook(number, lead, 'wamid.VOICE1', { type: 'audio', audio }))
  await deliverTestWebhook(test, buildMessageWebhook(number, lead, 'wamid.VOICE2', buildTextBody('Aceita pet?')))
  const history = await waitUntil(talk, (found) => found.some(({ role }) => role === 'AI'))
  expect(history[0]).toMatchObject({ type: 'audio', transcript: { state: 'done', text: 'Quero o de três quartos.' } })
  expect(llm.requests).toHaveLength(1)
  expect(llm.requests[0]?.messages.at(-1)?.content).toBe('Quero o de três quartos.\nAceita pet?')
  const { rows } = await test.deps.db.system((tx) =>
    tx.db.execute(sql`SELECT count(*)::int AS kept FROM transcripts WHERE tenant_id = ${tenant.tenantId} AND state = 'done'`),
  )
  expect(rows).toEqual([{ kept: 1 }])
})
