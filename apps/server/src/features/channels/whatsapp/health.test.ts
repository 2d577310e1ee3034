import * as calls from '@prosa/contract/calls/channels'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '../../../testing/client.ts'
import { createTenant, type TestTenant } from '../../../testing/factories.ts'
import type { MetaDouble } from '../../../testing/meta-double.ts'
import { deliver, linkNumber, startWithMeta } from '../../../testing/meta-webhook.ts'
import { accountNews, incoming, rawStatuses, text, webhook } from '../../../testing/meta-wire.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import { until } from '../../../testing/until.ts'
import { judgeHandshake } from './handshake.ts'
import { inspectNumber } from './inspect-number.ts'
import { watchNumber } from './watch-number.ts'

let test: TestApp
let meta: MetaDouble
let close: () => Promise<void>
let tenant: TestTenant
let staff: Client
let number: Awaited<ReturnType<typeof linkNumber>>

beforeAll(async () => {
  ;({ test, meta, close } = await startWithMeta())
  meta.visit = async (address, word) => {
    const query = new URLSearchParams({ 'hub.mode': 'subscribe', 'hub.verify_token': word, 'hub.challenge': '7' })
    const url = `${new URL(address).pathname}?${query.toString()}`
    return (await test.app.http.inject({ method: 'GET', url })).body === '7'
  }
})
beforeEach(async () => {
  meta.busy = null
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
  number = await linkNumber(test, meta, tenant)
  meta.numberInfo = {}
  meta.tokenInfo = { is_valid: true, expires_at: 0 }
})
afterAll(() => close())

const rows = async (query: ReturnType<typeof sql>) => (await test.deps.db.system((tx) => tx.db.execute(query))).rows
const listed = async () => (await staff.call(calls.listWhatsappNumbers)).data.numbers.find(({ id }) => id === number.id)
const problems = async () => ((await listed())?.problems ?? []).map(({ code }) => code)
const place = () => ({ tenantId: tenant.tenantId, numberId: number.id })
const inspect = () => inspectNumber(test.deps, place())
const check = () => staff.call(calls.checkWhatsappNumber, { params: { id: number.id } })
const errorOf = (code: number) => webhook(number.phoneNumberId, 'messages', { errors: [{ code, title: `t${Math.random()}` }] })

describe('a check', () => {
  it('NUM-06 tells Meta our address with a word of the number’s own, and a signed event shows that it works', async () => {
    await check()
    expect(meta.subscriptions.get(number.wabaId)).toBe(number.webhook?.address)
    const { webhook: reached } = (await listed()) ?? {}
    expect(reached).toMatchObject({ handshake_at: expect.any(String), event_at: null })
    await deliver(test, incoming(number.phoneNumberId, { phone: '5511988887777' }, `wamid.${number.id}`, text('Oi')))
    expect((await listed())?.webhook).toMatchObject({ event_at: expect.any(String), first_message_at: expect.any(String) })
  })

  it('NUM-06 says after 30 s that Meta does not reach our address, until it does', async () => {
    const { visit } = meta
    meta.visit = async () => false
    await check()
    const waits = await rows(sql`SELECT FROM pgboss.job WHERE name = 'judge-handshake' AND data->>'numberId' = ${number.id}
      AND state = 'created' AND start_after > now() + interval '20 seconds'`)
    expect(waits).toHaveLength(1)
    await judgeHandshake(test.deps, place())
    expect((await listed())?.problems?.[0]?.text).toBe(`A Meta não alcança ${number.webhook?.address}.`)
    meta.visit = visit
    await deliver(test, incoming(number.phoneNumberId, { phone: '5511988887777' }, `wamid.${number.id}`, text('Oi')))
    expect(await problems()).toEqual([])
  })
})

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
    await watchNumber(test.deps, place())
    expect(await problems()).toEqual([])
    await rows(sql`DELETE FROM messages WHERE tenant_id = ${tenant.tenantId}`)
    await silent(ids, 6)
    await watchNumber(test.deps, place())
    expect((await listed())?.problems).toMatchObject([
      {
        code: 'silent',
        severity: 'broken',
        text: 'A Meta não avisa nada há 6 min.',
        step: { label: 'Verificar', action: 'check' },
      },
    ])
    expect((await listed())?.status).toBe('ok')
    await deliver(
      test,
      rawStatuses(number.phoneNumberId, [{ id: ids[0], status: 'sent', timestamp: '1750030073', recipient_id: '1' }]),
    )
    expect(await problems()).toEqual([])
    await watchNumber(test.deps, place())
    expect(await problems()).toEqual([])
  })

  it('NUM-19 of four minutes, and of one number while Meta speaks of its other messages, is none', async () => {
    await silent(
      ['d', 'e', 'f'].map((n) => `wamid.SILENT.${number.id}.${n}`),
      4,
    )
    await watchNumber(test.deps, place())
    expect(await problems()).toEqual([])
    await rows(sql`UPDATE messages SET created_at = now() - interval '7 minutes' WHERE tenant_id = ${tenant.tenantId}`)
    await rows(sql`UPDATE whatsapp_numbers SET status_at = now() WHERE id = ${number.id}`)
    await watchNumber(test.deps, place())
    expect(await problems()).toEqual([])
  })
})

describe('NUM-19 what was written on the phone', () => {
  it('NUM-19 is Meta’s own news, and nothing of it is waited for', async () => {
    const ids = ['g', 'h', 'i'].map((n) => `wamid.ECHO.${number.id}.${n}`)
    await silent(ids, 6, 'echo')
    await watchNumber(test.deps, place())
    expect(await problems()).toEqual([])
    await rows(sql`UPDATE messages SET client_key = NULL WHERE tenant_id = ${tenant.tenantId}`)
    await watchNumber(test.deps, place())
    expect(await problems()).toEqual(['silent'])
  })
})

describe('NUM-20 Meta is asked', () => {
  it('NUM-20 what it says of health, limit and expiry is on the card', async () => {
    const in5Days = Math.floor(test.deps.clock.now().getTime() / 1_000) + 5 * 86_400 - 60
    meta.tokenInfo = { expires_at: in5Days }
    meta.numberInfo = {
      quality_rating: 'RED',
      whatsapp_business_manager_messaging_limit: 'TIER_250',
      health_status: { can_send_message: 'AVAILABLE', entities: [] },
    }
    await inspect()
    const found = await listed()
    expect(found).toMatchObject({
      quality: 'RED',
      limit: 250,
      used_24h: 0,
      token_expires_at: new Date(in5Days * 1_000).toISOString(),
    })
    expect(found?.problems?.map((problem) => problem.text).sort()).toEqual([
      'Muitas pessoas bloquearam ou denunciaram.',
      'O acesso vence em 5 dias.',
    ])
    meta.tokenInfo = { expires_at: 0 }
    meta.numberInfo = {
      quality_rating: 'GREEN',
      health_status: {
        can_send_message: 'LIMITED',
        entities: [
          {
            entity_type: 'WABA',
            can_send_message: 'LIMITED',
            errors: [{ error_code: 141_010, error_description: 'verifique a empresa' }],
          },
        ],
      },
    }
    await inspect()
    expect((await listed())?.problems).toMatchObject([{ code: 'limited', text: 'Aviso da Meta: verifique a empresa' }])
  })

  it('NUM-20 blocked by what it names breaks the number; a machine mends it only when it has stood for a while', async () => {
    const health_status = { can_send_message: 'BLOCKED', entities: [{ entity_type: 'WABA', errors: [{ error_code: 131_042 }] }] }
    meta.numberInfo = { health_status }
    await inspect()
    expect(await listed()).toMatchObject({ status: 'broken', problems: [{ code: 'payment' }] })
    meta.numberInfo = { health_status: { can_send_message: 'AVAILABLE', entities: [] } }
    await inspect()
    expect(await problems()).toEqual(['payment'])
    test.advance(11 * 60_000)
    await inspect()
    expect(await listed()).toMatchObject({ status: 'ok', problems: [] })
  })

  it('NUM-20 what an account is to lose stays on the card while its health says nothing of it, until somebody looked', async () => {
    meta.numberInfo = { health_status: { can_send_message: 'AVAILABLE', entities: [] } }
    const at = Math.floor(test.deps.clock.now().getTime() / 1_000)
    const ban = { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'SCHEDULE_FOR_DISABLE' } }
    await deliver(test, accountNews(number.wabaId, 'account_update', ban, at))
    const since = (days: number) =>
      rows(sql`UPDATE number_problems SET since = since - ${days} * interval '1 day' WHERE number_id = ${number.id}`)
    await since(6)
    await inspect()
    expect(await problems()).toEqual(['notice'])
    await since(2)
    await inspect()
    expect(await problems()).toEqual([])
    await deliver(test, accountNews(number.wabaId, 'account_update', ban, at + 1))
    expect(await problems()).toEqual(['notice'])
    await check()
    expect(await problems()).toEqual([])
  })

  it('NUM-20 what is found while the page is open is told to it; the same again is not', async () => {
    await inspect()
    const told: unknown[] = []
    const stop = test.deps.bus.on('channel.changed', (event) => told.push(event))
    await inspect()
    expect(told).toEqual([])
    meta.numberInfo = { quality_rating: 'YELLOW', whatsapp_business_manager_messaging_limit: 'TIER_250' }
    await inspect()
    stop()
    expect(told).toContainEqual(expect.objectContaining({ accountId: number.id, status: 'ok' }))
  })

  it.each([2, 4, 80_007])('NUM-20 code %i, which puts off whoever asks, says nothing of the number', async (code) => {
    meta.busy = code
    const refused = await staff.refused(calls.checkWhatsappNumber, { params: { id: number.id } })
    expect(refused.status).toBe(503)
    expect(await listed()).toMatchObject({ status: 'ok', problems: [] })
  })

  it('NUM-20 each day’s round asks after every number of every organisation, and plans the next', async () => {
    const other = await linkNumber(test, meta, await createTenant(test))
    const planned = () =>
      rows(sql`SELECT round(extract(epoch FROM start_after - created_on) / 3600) AS hours FROM pgboss.job
        WHERE name = 'check-numbers' AND state = 'created'`)
    await rows(sql`DELETE FROM pgboss.job WHERE name IN ('check-numbers', 'check-number')`)
    await test.app.parts.jobs['check-numbers']({}, new AbortController().signal, 0)
    expect((await planned()).map(({ hours }) => Number(hours))).toEqual([24])
    const idsIn = async (query: ReturnType<typeof sql>) => (await rows(query)).map(({ id }) => String(id)).sort()
    const asked = await idsIn(sql`SELECT data->>'numberId' AS id FROM pgboss.job WHERE name = 'check-number'`)
    expect(asked).toEqual(await idsIn(sql`SELECT id FROM whatsapp_numbers`))
    expect(asked).toEqual(expect.arrayContaining([number.id, other.id]))
  })

  it('NUM-20 daily of every number, after 131042, and when the page is opened, once a minute', async () => {
    const asked = async () =>
      Number(
        (
          await rows(sql`SELECT count(*) AS n FROM pgboss.job WHERE name = 'check-number' AND data->>'numberId' = ${number.id}`)
        )[0]?.n,
      )
    expect(await rows(sql`SELECT FROM pgboss.job WHERE name = 'check-numbers' AND state = 'created'`)).toHaveLength(1)
    const before = await asked()
    await listed()
    await until(asked, (count) => count === before + 1)
    await until(
      async () =>
        (
          await rows(
            sql`SELECT FROM pgboss.job WHERE name = 'check-number' AND state IN ('created', 'active') AND data->>'numberId' = ${number.id}`,
          )
        ).length === 0,
    )
    await listed()
    expect(await asked()).toBe(before + 1)
    await deliver(test, errorOf(131_042))
    expect(await asked()).toBe(before + 2)
    await until(
      async () =>
        (
          await rows(
            sql`SELECT FROM pgboss.job WHERE name = 'check-number' AND state IN ('created', 'active') AND data->>'numberId' = ${number.id}`,
          )
        ).length === 0,
    )
    test.advance(61_000)
    await listed()
    expect(await asked()).toBe(before + 3)
  })
})
