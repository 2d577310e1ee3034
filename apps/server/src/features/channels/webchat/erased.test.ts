import { sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { eraseLead } from '@prosa/contract/calls/organisation/privacy'
import { sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { leads } from '../../../platform/database/schema/conversations/conversations.ts'
import type { Client } from '../../../testing/harness/client.ts'
import { openEventStream } from '../../../testing/harness/event-stream.ts'
import { startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import { createConversation, createTenant } from '../../../testing/worlds/factories.ts'
import { toVisitorChannelKey } from './visitor.ts'

let test: TestApp
let origin: string
beforeAll(async () => {
  test = await startTestApp()
  origin = await test.listen()
})
afterAll(() => test.close())

it('an erased lead’s line is hung up; writing again, it hears all of its new conversation, however far it heard the old', async () => {
  const tenant = await createTenant(test)
  const staff = await test.client(tenant.staff.phone)
  const visitor = async (letter: string) => {
    const place = await createConversation(test, tenant, { history: 'hh', pause: true })
    const secret = letter.repeat(32)
    await test.deps.db.tenant(tenant.tenantId, (tx) =>
      tx.db
        .update(leads)
        .set({ channelKey: toVisitorChannelKey(secret) })
        .where(eq(leads.id, place.leadId)),
    )
    const client = await test.client()
    client.cookies.set('prosa_visitor', secret)
    return { client, ...place }
  }
  const listen = (client: Client, lastSeen: string | number) => openEventStream(origin, tenant.agentId, client, lastSeen)

  const [lead, neighbour] = [await visitor('A'), await visitor('B')]
  const theirs = await listen(neighbour.client, 0)
  const line = await listen(lead.client, 0)
  const { id } = await line.hear('message', ({ seq }) => seq === 2)
  expect(id).toBe(`${lead.conversationId}:2`)
  await staff.call(eraseLead, { params: { id: lead.leadId } })
  await line.ended
  await expect(listen(lead.client, id ?? '')).rejects.toThrow('404')

  const params = { agentId: tenant.agentId }
  for (const n of ['1', '2', '3'])
    await lead.client.call(sendWebchatMessage, { params, body: { content: n }, headers: { 'idempotency-key': n } })
  const firstAfter = async (lastSeen: string | number) => {
    const stream = await listen(lead.client, lastSeen)
    const { data } = await stream.hear('message', () => true)
    stream.close()
    return data.content
  }
  expect(await firstAfter(id ?? '')).toBe('1')
  expect(await firstAfter(999)).toBe('1')
  expect(await firstAfter(1)).toBe('2')
  await staff.call(sendMessage, { params: neighbour, body: { content: 'A linha vive.' } })
  await theirs.hear('message', (data) => data.content === 'A linha vive.')
  theirs.close()
})
