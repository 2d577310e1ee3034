import { sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import { createConversation, createTenant } from '../../../testing/worlds/factories.ts'
import { importedMessages } from '../schema/whatsapp/imported-history.ts'
import { equalsAnyIndexed } from './equals-any-indexed.ts'
import { whereTenant } from './where-tenant.ts'

const MANY = 20_000

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

it('a few of the many messages that a past brought are found by their ids alone, with nothing known of how they are spread @wide', async () => {
  const { tenantId, ...tenant } = await createTenant(test)
  const { conversationId } = await createConversation(test, { tenantId, ...tenant })
  const wanted = Array.from({ length: 20 }, () => uuid())
  await test.deps.db.tenant(tenantId, async (tx) => {
    const row = sql`${tenantId}, id, ${conversationId}, ${conversationId}, id::text, 'AI', 'text', 'Antes', now()`
    const into = sql`INSERT INTO past_messages (tenant_id, id, conversation_id, number_id, channel_id, role, type, content, said_at)`
    await tx.db.execute(
      sql`${into} SELECT ${row} FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, ${MANY}::int)) AS others`,
    )
    await tx.db.execute(sql`${into} SELECT ${row} FROM unnest(${sql.param(wanted)}::uuid[]) AS theirs (id)`)
  })
  const which = whereTenant(importedMessages, tenantId, equalsAnyIndexed(importedMessages.id, tenantId, [...wanted, uuid()]))
  const [found, plan] = await test.deps.db.tenant(tenantId, async (tx) => [
    await tx.db.select({ id: importedMessages.id }).from(importedMessages).where(which),
    (await tx.db.execute(sql`EXPLAIN ${tx.db.select().from(importedMessages).where(which)}`)).rows
      .map((row) => row['QUERY PLAN'])
      .join('\n'),
  ])
  expect(found.map(({ id }) => id).sort()).toEqual(wanted)
  expect(plan).toContain('Tid Scan on past_messages')
  expect(plan).toContain('past_messages_tenant_id_id_pk')
  expect(plan).not.toMatch(/past_messages_(place|number|channel_id)/)
})
