import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LEAD_LOCK_MODE } from '../../../platform/database/queries/lead-lock-mode.ts'
import { conversations, leads, messages } from '../../../platform/database/schema/conversations/conversations.ts'
import { startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import { waitUntil } from '../../../testing/harness/wait-until.ts'
import { createConversation, createTenant } from '../../../testing/worlds/factories.ts'
import { advanceDeliveryStatus } from '../outbound/advance-delivery-status.ts'
import { deliverMessage } from '../outbound/deliver-message.ts'
import { resolveUnknownDelivery } from '../outbound/resolve-unknown-delivery.ts'
import type { ChannelAdapters } from '../ports.ts'
import { mergeConversations } from './merge-conversations.ts'

/** A channel that accepts every message. */
const outgoing: ChannelAdapters = {
  webchat: {
    replyWindowMs: null,
    prepare: async () => ({ kind: 'ready', send: async () => ({ kind: 'accepted', channelId: uuid() }) }),
  },
}

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

// On the embedded database with its single connection nothing runs concurrently.
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
        if (round % 2) return resolveUnknownDelivery(test.deps, {}, { tenantId, messageId: id }, 0)
        if (index === 0) return deliverMessage(test.deps, outgoing, { tenantId, conversationId, seq: 1, channel: 'webchat' })
        return db.tenant(tenantId, (tx) =>
          advanceDeliveryStatus(tx, { tenantId, message: { id }, state: 'failed', reason: 'Não existe' }, at),
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
  it('WIRE-17 a message that is told of twice in one transaction does not wait for who gives its lead new names', async () => {
    const tenant = await createTenant(test)
    const { tenantId } = tenant
    const { leadId, conversationId } = await createConversation(test, tenant, { history: 'a' })
    const at = new Date()
    const { db } = test.deps
    const { conversations: port } = test.app.modules
    const id = await db.tenant(tenantId, async (tx) => {
      await tx.db.update(leads).set({ channelUserKey: 'whatsapp:u:BR.7' }).where(eq(leads.id, leadId))
      await tx.db.update(conversations).set({ channel: 'whatsapp' }).where(eq(conversations.id, conversationId))
      const mine = eq(messages.conversationId, conversationId)
      const [message] = await tx.db.update(messages).set({ delivery: 'queued' }).where(mine).returning({ id: messages.id })
      return message?.id ?? ''
    })
    const renamed = Promise.withResolvers<unknown>()
    await db.tenant(tenantId, async (tx) => {
      const tell = (to: 'failed' | 'delivered') => port.advanceDeliveryStatus(tx, { tenantId, message: { id }, state: to }, at)
      await tell('failed')
      const before = { channelKey: null, channelUserKey: 'whatsapp:u:BR.7', phone: null, address: null }
      const now = { ...before, channelUserKey: 'whatsapp:u:BR.8', address: 'BR.8' }
      const change = { tenantId, channel: 'whatsapp', before, now }
      renamed.resolve(db.tenant(tenantId, (other) => port.linkContactIds(other, change, at)))
      await waitUntil(
        () =>
          db.system((other) =>
            other.db
              .select({ key: leads.channelUserKey })
              .from(leads)
              .where(eq(leads.id, leadId))
              .for(LEAD_LOCK_MODE, { skipLocked: true }),
          ),
        (free) => free.length === 0,
      )
      await tell('delivered')
    })
    expect(await renamed.promise).toEqual([tenant.agentId])
    const [message] = await db.tenant(tenantId, (tx) => tx.db.select().from(messages).where(eq(messages.id, id)))
    expect(message?.delivery).toBe('delivered')
  })
})
