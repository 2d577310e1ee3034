import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messages } from '../../kernel/db/schema/conversations.ts'
import { createConversation, createTenant } from '../../testing/factories.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { deliverMessage } from './deliver-message.ts'
import { mergeConversations } from './merge-conversations.ts'
import { raiseDelivery } from './raise-delivery.ts'
import { settleDelivery } from './settle-delivery.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

// On one connection nothing runs at once.
describe.runIf(process.env.TEST_DATABASE_URL)('on a PostgreSQL server (needs TEST_DATABASE_URL)', () => {
  it('deliveries of messages whose conversation moves at that moment never lock each other out', {
    timeout: 60_000,
  }, async () => {
    const tenant = await createTenant(test)
    const { tenantId } = tenant
    const at = new Date()
    const { db } = test.deps
    for (let round = 0; round < 60; round++) {
      const [into, from] = [
        await createConversation(test, tenant, { history: 'haaaaaa' }),
        await createConversation(test, tenant, { history: 'haaaaaa' }),
      ]
      const { conversationId } = from
      const ours = await db.tenant(tenantId, async (tx) => {
        await tx.db
          .update(messages)
          .set({ delivery: round % 2 ? 'unknown' : 'queued', attemptedAt: at })
          .where(eq(messages.conversationId, conversationId))
        return tx.db.select({ id: messages.id }).from(messages).where(eq(messages.conversationId, conversationId))
      })
      const news = ours.map(({ id }, index) => () => {
        if (round % 2) return settleDelivery(test.deps, {}, { tenantId, messageId: id }, 0)
        if (index === 0)
          return deliverMessage(test.deps, test.app.parts.outgoing, { tenantId, conversationId, seq: 1, channel: 'webchat' })
        return db.tenant(tenantId, (tx) =>
          raiseDelivery(tx, { tenantId, message: { id }, to: 'failed', reason: 'Não existe' }, at),
        )
      })
      const merge = () =>
        db.tenant(tenantId, (tx) => mergeConversations(tx, test.deps, { tenantId, from: from.leadId, into: into.leadId, at }))
      await Promise.all([...news.slice(0, 3), merge, ...news.slice(3)].map((run) => run()))
      const moved = await db.tenant(tenantId, (tx) =>
        tx.db.select({ delivery: messages.delivery }).from(messages).where(eq(messages.conversationId, into.conversationId)),
      )
      expect(moved).toHaveLength(14)
    }
  })
})
