import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import { createConversation, createTenant } from '../../../testing/worlds/factories.ts'
import { conversations } from '../schema/conversations/conversations.ts'
import { latestTime } from './latest-time.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

it('updated_at takes a later time, and never goes back to an earlier one', async () => {
  const tenant = await createTenant(test)
  const noon = new Date('2026-05-10T12:00:00.000Z')
  const { conversationId } = await createConversation(test, tenant, { at: noon })
  const setTo = (at: Date) =>
    test.deps.db.tenant(tenant.tenantId, async (tx) => {
      const [row] = await tx.db
        .update(conversations)
        .set({ updatedAt: latestTime(conversations.updatedAt, at) })
        .where(eq(conversations.id, conversationId))
        .returning({ updatedAt: conversations.updatedAt })
      return row?.updatedAt
    })
  const after = new Date(noon.getTime() + 1)
  expect(await setTo(new Date(noon.getTime() - 1))).toEqual(noon)
  expect(await setTo(after)).toEqual(after)
  expect(await setTo(noon)).toEqual(after)
})
