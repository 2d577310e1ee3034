import { searchMessages } from '@prosa/contract/calls/conversations/search'
import { sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { messages } from '../../../platform/database/schema/conversations/conversations.ts'
import { messageSearchQueue } from '../../../platform/database/schema/conversations/search.ts'
import { startTestApp } from '../../../testing/harness/test-app.ts'
import { createConversation, createTenant } from '../../../testing/worlds/factories.ts'
import { indexMessages } from './index-messages.ts'

it('a word of thousands of letters, a text of a book’s length, and what the database refuses hold up no other message @wide', async () => {
  const test = await startTestApp()
  const { tenantId, ...tenant } = await createTenant(test)
  const { conversationId } = await createConversation(test, { tenantId, ...tenant })
  const staff = await test.client(tenant.staff.phone)
  const said = [
    'Lareira a gás',
    `Lareira ${'a'.repeat(2_040)}`,
    `Lareira ${Array.from({ length: 90_000 }, (_, n) => `palavra${n}x`).join(' ')}`,
    'Lareira de gesso',
    'Lareira a lenha',
  ]
  const at = (n: number) => new Date(Date.now() - 60_000 + n)
  const rows = said.map((content, n) => {
    const place = { tenantId, conversationId, seq: n + 1, leadMessages: n + 1 }
    return { ...place, id: uuid(), role: 'humano' as const, content, createdAt: at(n) }
  })
  const [first, endless, book, refused, last] = rows.map(({ id }) => id)
  await test.deps.db.tenant(tenantId, (tx) => tx.db.insert(messages).values(rows))
  // A timestamp that cannot be written back as it is read. The product never writes one.
  const setTime = (to: string) =>
    test.deps.db.tenant(tenantId, (tx) =>
      tx.db.execute(sql`UPDATE messages SET created_at = ${to}::timestamptz WHERE id = ${refused}`),
    )
  await setTime('200000-01-01')
  await indexMessages(test.deps, tenantId, new AbortController().signal)
  const { results } = (await staff.call(searchMessages, { query: { q: 'lareira' } })).data
  expect(results.map(({ message_id }) => message_id)).toEqual([last, book, endless, first])
  expect(await test.deps.db.tenant(tenantId, (tx) => tx.db.$count(messageSearchQueue))).toBe(0)
  expect(test.logged()).toContain('a message cannot be found')
  expect(test.logged()).not.toContain('gesso')
  await setTime('2026-01-01')
  await test.close()
})
