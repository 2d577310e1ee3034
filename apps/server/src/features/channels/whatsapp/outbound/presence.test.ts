import { getConversation, listConversations, markRead } from '@prosa/contract/calls/conversations/conversations'
import { pauseLead } from '@prosa/contract/calls/conversations/leads'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MetaDouble } from '../../../../testing/doubles/meta/meta-double.ts'
import { buildMessageWebhook, buildTextBody } from '../../../../testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import type { Client } from '../../../../testing/harness/client.ts'
import type { TestApp } from '../../../../testing/harness/test-app.ts'
import { waitUntil } from '../../../../testing/harness/wait-until.ts'
import { createTenant, type TestTenant } from '../../../../testing/worlds/factories.ts'
import { deliverTestWebhook, linkTestNumber, startTestAppWithMeta } from '../../../../testing/worlds/whatsapp/meta-test-app.ts'

let test: TestApp
let meta: MetaDouble
let close: () => Promise<void>
let tenant: TestTenant
let staff: Client
let number: string

beforeAll(async () => {
  const started = await startTestAppWithMeta()
  ;({ test, meta, close } = started)
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
  number = (await linkTestNumber(test, meta, tenant)).phoneNumberId
})
afterAll(async () => {
  // The agent may still be writing an answer.
  const turns = sql`SELECT 1 FROM pgboss.job WHERE name = 'agent-turn' AND state IN ('created', 'retry', 'active')`
  await waitUntil(async () => (await test.deps.db.system((tx) => tx.db.execute(turns))).rows.length === 0)
  await close()
})

const placeOf = async (phone: string) => {
  const found = await waitUntil(async () =>
    (await staff.call(listConversations, { params: { agentId: tenant.agentId }, query: { phone } })).data.conversations.at(0),
  )
  return { leadId: found?.lead_id ?? '', conversationId: found?._id ?? '' }
}

describe('a lead on WhatsApp', () => {
  it('PROV-04 PROV-05 is answered by the agent, and sees that it was read and is being answered @wide', async () => {
    const phone = '5511955550001'
    await deliverTestWebhook(test, buildMessageWebhook(number, { phone }, 'wamid.ASK', buildTextBody('Oi, quanto custa?')))
    const answered = await waitUntil(() => meta.accepted.find(({ body }) => body.to === `+${phone}`))
    expect(answered?.body.text?.body.length).toBeGreaterThan(5)
    expect(meta.presence[0]).toEqual({
      messaging_product: 'whatsapp',
      status: 'read',
      message_id: 'wamid.ASK',
      typing_indicator: { type: 'text' },
    })
    const place = await placeOf(phone)
    const { history } = (await staff.call(getConversation, { params: place })).data
    expect(history.filter((m) => m.role === 'AI').every((m) => m.manual === false)).toBe(true)
  })

  it('sees that a person has read it, once; a reaction wants no answer', async () => {
    const phone = '5511955550002'
    await deliverTestWebhook(test, buildMessageWebhook(number, { phone }, 'wamid.HI', buildTextBody('Oi')))
    const params = await placeOf(phone)
    await staff.call(pauseLead, { params: { id: params.leadId }, body: { pause: true } })
    const reaction = { type: 'reaction', reaction: { message_id: 'wamid.HI', emoji: '👍' } }
    await deliverTestWebhook(test, buildMessageWebhook(number, { phone }, 'wamid.HI', reaction))
    await waitUntil(async () => (await staff.call(getConversation, { params })).data.last_seq === 2)
    for (let again = 0; again < 3; again++) await staff.call(markRead, { params, body: { leadId: params.leadId } })
    const told = () => meta.presence.filter((body) => body.message_id === 'wamid.HI')
    await waitUntil(told, (found) => found.length > 0)
    expect(told()).toEqual([{ messaging_product: 'whatsapp', status: 'read', message_id: 'wamid.HI' }])
    expect(meta.accepted.filter(({ body }) => body.to === `+${phone}`)).toEqual([])
  })
})
