import * as calls from '@prosa/contract/calls/conversations/conversations'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import { createConversation, createTenant } from '../../../testing/worlds/factories.ts'
import { appendMessage } from '../messages/append-message.ts'
import { advanceDeliveryStatus } from '../outbound/advance-delivery-status.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

it('tells who wrote the newest message, and when its channel did not take it, for as long as that is so', async () => {
  const tenant = await createTenant(test)
  const staff = await test.client(tenant.staff.phone)
  const { leadId, conversationId } = await createConversation(test, tenant, { history: 'h' })
  const place = { tenantId: tenant.tenantId, conversationId }
  const newest = async () => {
    const { data } = await staff.call(calls.listConversations, { params: { agentId: tenant.agentId } })
    const shown = data.conversations.find((c) => c._id === conversationId)
    return [shown?.last_message_from, shown?.last_message_sender_id, shown?.last_message_sender_name, shown?.last_message_failed]
  }
  const append = (role: 'humano' | 'AI') =>
    test.deps.db.tenant(tenant.tenantId, (tx) =>
      appendMessage(tx, { ...place, role, content: 'Oi', at: test.deps.clock.now(), storeOnlyChannels: ['webchat'] }),
    )
  const raise = (id: string, to: 'failed' | 'delivered') =>
    test.deps.db.tenant(tenant.tenantId, (tx) =>
      advanceDeliveryStatus(
        tx,
        { tenantId: tenant.tenantId, message: { id }, state: to, reason: 'Não existe' },
        test.deps.clock.now(),
      ),
    )
  await append('AI')
  expect(await newest()).toEqual(['agent', null, null, false])
  const { data } = await staff.call(calls.sendMessage, { params: { leadId, conversationId }, body: { content: 'Olá' } })
  const id = data?.message?.message_id ?? ''
  expect(await newest()).toEqual(['person', tenant.staff.id, tenant.staff.name, false])
  await raise(id, 'failed')
  expect(await newest()).toEqual(['person', tenant.staff.id, tenant.staff.name, true])
  await raise(id, 'delivered')
  expect((await newest())[3]).toBe(false)
  const second = await staff.call(calls.sendMessage, { params: { leadId, conversationId }, body: { content: 'Olá?' } })
  await append('humano')
  expect(await newest()).toEqual(['lead', null, null, false])
  await raise(second.data?.message?.message_id ?? '', 'failed')
  expect((await newest())[3], 'an older message is not the one that the list shows').toBe(false)
})
