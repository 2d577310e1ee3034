import { openWebchat } from '@prosa/contract/calls/webchat/webchat'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { leads } from '../../../platform/database/schema/conversations/conversations.ts'
import { startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import { createConversation, createTenant } from '../../../testing/worlds/factories.ts'
import { toVisitorChannelKey } from './visitor.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

it('what was said before the newest hundred is read back page by page, by the lead alone', async () => {
  const tenant = await createTenant(test)
  const { leadId } = await createConversation(test, tenant, { history: 'ha'.repeat(115) })
  const secret = 'A1'.repeat(16)
  await test.deps.db.tenant(tenant.tenantId, (tx) =>
    tx.db
      .update(leads)
      .set({ channelKey: toVisitorChannelKey(secret) })
      .where(eq(leads.id, leadId)),
  )
  const lead = await test.client()
  lead.cookies.set('prosa_visitor', secret)
  const params = { agentId: tenant.agentId }
  const page = async (client: typeof lead, query: { beforeSeq?: string }) =>
    (await client.call(openWebchat, { params, query })).data.messages.map(({ seq }) => seq)
  const between = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
  expect(await page(lead, {})).toEqual(between(131, 230))
  expect(await page(lead, { beforeSeq: '131' })).toEqual(between(31, 130))
  expect(await page(lead, { beforeSeq: '31' })).toEqual(between(1, 30))
  expect(await page(lead, { beforeSeq: '1' })).toEqual([])
  expect(await page(await test.client(), { beforeSeq: '131' })).toEqual([])
  expect(await lead.refused(openWebchat, { params, query: { beforeSeq: '0' } })).toMatchObject({ status: 400 })
})
