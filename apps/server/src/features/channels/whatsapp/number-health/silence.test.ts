import * as calls from '@prosa/contract/calls/whatsapp/channels'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { MetaDouble } from '../../../../testing/doubles/meta/meta-double.ts'
import { buildRawStatusWebhook } from '../../../../testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import type { Client } from '../../../../testing/harness/client.ts'
import type { TestApp } from '../../../../testing/harness/test-app.ts'
import { createTenant, type TestTenant } from '../../../../testing/worlds/factories.ts'
import { deliverTestWebhook, linkTestNumber, startTestAppWithMeta } from '../../../../testing/worlds/whatsapp/meta-test-app.ts'
import { checkNumberActivity } from './number-activity.ts'

let test: TestApp
let meta: MetaDouble
let close: () => Promise<void>
let tenant: TestTenant
let staff: Client
let number: Awaited<ReturnType<typeof linkTestNumber>>

beforeAll(async () => {
  ;({ test, meta, close } = await startTestAppWithMeta())
})
beforeEach(async () => {
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
  number = await linkTestNumber(test, meta, tenant)
})
afterAll(() => close())

const rows = async (query: ReturnType<typeof sql>) => (await test.deps.db.system((tx) => tx.db.execute(query))).rows
const listed = async () => (await staff.call(calls.listWhatsappNumbers)).data.numbers.find(({ id }) => id === number.id)
const problems = async () => ((await listed())?.problems ?? []).map(({ code }) => code)
const place = () => ({ tenantId: tenant.tenantId, numberId: number.id })

const silent = async (ids: readonly string[], minutes: number, key: string | null = null) => {
  const lead = `0190d0a0-0009-7000-8000-${number.phoneNumberId.slice(-12).padStart(12, '0')}`
  await rows(
    sql`INSERT INTO leads (tenant_id, id, agent_id) VALUES (${tenant.tenantId}, ${lead}, ${tenant.agentId}) ON CONFLICT DO NOTHING`,
  )
  await rows(sql`INSERT INTO conversations (tenant_id, id, lead_id, agent_id, channel, channel_account_id)
    VALUES (${tenant.tenantId}, ${lead}, ${lead}, ${tenant.agentId}, 'whatsapp', ${number.id}) ON CONFLICT DO NOTHING`)
  for (const [n, id] of ids.entries())
    await rows(sql`INSERT INTO messages (tenant_id, conversation_id, seq, id, role, content, lead_messages, delivery, channel_id, client_key, created_at)
      VALUES (${tenant.tenantId}, ${lead}, ${n + 1}, gen_random_uuid(), 'AI', 'Oi', 0, 'sent', ${id}, ${key && `${key}:${id}`},
        now() - ${minutes} * interval '1 minute' + ${n} * interval '1 second')`)
}

describe('NUM-19 silence', () => {
  it('NUM-19 of three sends for 5 min is a problem, and the first status ends it', async () => {
    const ids = ['a', 'b', 'c'].map((n) => `wamid.SILENT.${number.id}.${n}`)
    await silent(ids.slice(0, 2), 6)
    await checkNumberActivity(test.deps, place())
    expect(await problems()).toEqual([])
    await rows(sql`DELETE FROM messages WHERE tenant_id = ${tenant.tenantId}`)
    await silent(ids, 6)
    await checkNumberActivity(test.deps, place())
    expect((await listed())?.problems).toMatchObject([
      {
        code: 'silent',
        severity: 'broken',
        text: 'A Meta não avisa nada há 6 min.',
        step: { label: 'Verificar', action: 'check' },
      },
    ])
    expect((await listed())?.status).toBe('ok')
    await deliverTestWebhook(
      test,
      buildRawStatusWebhook(number.phoneNumberId, [{ id: ids[0], status: 'sent', timestamp: '1750030073', recipient_id: '1' }]),
    )
    expect(await problems()).toEqual([])
    await checkNumberActivity(test.deps, place())
    expect(await problems()).toEqual([])
  })

  it('NUM-19 of four minutes, and of one number while Meta speaks of its other messages, is none', async () => {
    await silent(
      ['d', 'e', 'f'].map((n) => `wamid.SILENT.${number.id}.${n}`),
      4,
    )
    await checkNumberActivity(test.deps, place())
    expect(await problems()).toEqual([])
    await rows(sql`UPDATE messages SET created_at = now() - interval '7 minutes' WHERE tenant_id = ${tenant.tenantId}`)
    await rows(sql`UPDATE whatsapp_numbers SET status_at = now() WHERE id = ${number.id}`)
    await checkNumberActivity(test.deps, place())
    expect(await problems()).toEqual([])
  })
})

describe('NUM-19 what was written on the phone', () => {
  it('NUM-19 is Meta’s own news, and nothing of it is waited for', async () => {
    const ids = ['g', 'h', 'i'].map((n) => `wamid.ECHO.${number.id}.${n}`)
    await silent(ids, 6, 'echo')
    await checkNumberActivity(test.deps, place())
    expect(await problems()).toEqual([])
    await rows(sql`UPDATE messages SET client_key = NULL WHERE tenant_id = ${tenant.tenantId}`)
    await checkNumberActivity(test.deps, place())
    expect(await problems()).toEqual(['silent'])
  })
})
