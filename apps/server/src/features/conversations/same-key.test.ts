import { getConversation, sendMessage } from '@prosa/contract/calls/conversations'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createConversation, createTenant } from '../../testing/factories.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
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
