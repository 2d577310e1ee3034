import * as calls from '@prosa/contract/calls/whatsapp/channels'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { MetaDouble } from '../../../../testing/doubles/meta/meta-double.ts'
import {
  buildAccountWebhook,
  buildMessageWebhook,
  buildTextBody,
  buildWebhook,
} from '../../../../testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import type { Client } from '../../../../testing/harness/client.ts'
import type { TestApp } from '../../../../testing/harness/test-app.ts'
import { waitUntil } from '../../../../testing/harness/wait-until.ts'
import { createTenant, type TestTenant } from '../../../../testing/worlds/factories.ts'
import { deliverTestWebhook, linkTestNumber, startTestAppWithMeta } from '../../../../testing/worlds/whatsapp/meta-test-app.ts'
import { checkWebhookHandshake } from '../webhook/webhook-handshake.ts'
import { inspectNumber } from './inspect-number.ts'

let test: TestApp
let meta: MetaDouble
let close: () => Promise<void>
let tenant: TestTenant
let staff: Client
let number: Awaited<ReturnType<typeof linkTestNumber>>

beforeAll(async () => {
  ;({ test, meta, close } = await startTestAppWithMeta())
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
  number = await linkTestNumber(test, meta, tenant)
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
const errorOf = (code: number) =>
  buildWebhook(number.phoneNumberId, 'messages', { errors: [{ code, title: `t${Math.random()}` }] })

describe('a check', () => {
  it('NUM-06 tells Meta our address with a word of the number’s own, and a signed event shows that it works', async () => {
    await check()
    expect(meta.subscriptions.get(number.wabaId)).toBe(number.webhook?.address)
    const { webhook: reached } = (await listed()) ?? {}
    expect(reached).toMatchObject({ handshake_at: expect.any(String), event_at: null })
    await deliverTestWebhook(
      test,
      buildMessageWebhook(number.phoneNumberId, { phone: '5511988887777' }, `wamid.${number.id}`, buildTextBody('Oi')),
    )
    expect((await listed())?.webhook).toMatchObject({ event_at: expect.any(String), first_message_at: expect.any(String) })
  })

  it('NUM-06 says after 30 s that Meta does not reach our address, until it does', async () => {
    const { visit } = meta
    meta.visit = async () => false
    await check()
    const waits = await rows(sql`SELECT FROM pgboss.job WHERE name = 'judge-handshake' AND data->>'numberId' = ${number.id}
      AND state = 'created' AND start_after > now() + interval '20 seconds'`)
    expect(waits).toHaveLength(1)
    await checkWebhookHandshake(test.deps, place())
    expect((await listed())?.problems?.[0]?.text).toBe(`A Meta não alcança ${number.webhook?.address}.`)
    meta.visit = visit
    await deliverTestWebhook(
      test,
      buildMessageWebhook(number.phoneNumberId, { phone: '5511988887777' }, `wamid.${number.id}`, buildTextBody('Oi')),
    )
    expect(await problems()).toEqual([])
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
    await deliverTestWebhook(test, buildAccountWebhook(number.wabaId, 'account_update', ban, at))
    const since = (days: number) =>
      rows(sql`UPDATE number_problems SET since = since - ${days} * interval '1 day' WHERE number_id = ${number.id}`)
    await since(6)
    await inspect()
    expect(await problems()).toEqual(['notice'])
    await since(2)
    await inspect()
    expect(await problems()).toEqual([])
    await deliverTestWebhook(test, buildAccountWebhook(number.wabaId, 'account_update', ban, at + 1))
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
    const other = await linkTestNumber(test, meta, await createTenant(test))
    const planned = () =>
      rows(sql`SELECT round(extract(epoch FROM start_after - created_on) / 3600) AS hours FROM pgboss.job
        WHERE name = 'check-numbers' AND state = 'created'`)
    await rows(sql`DELETE FROM pgboss.job WHERE name IN ('check-numbers', 'check-number')`)
    await test.app.modules.jobs['check-numbers']({}, new AbortController().signal, 0)
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
    await waitUntil(asked, (count) => count === before + 1)
    await waitUntil(
      async () =>
        (
          await rows(
            sql`SELECT FROM pgboss.job WHERE name = 'check-number' AND state IN ('created', 'active') AND data->>'numberId' = ${number.id}`,
          )
        ).length === 0,
    )
    await listed()
    expect(await asked()).toBe(before + 1)
    await deliverTestWebhook(test, errorOf(131_042))
    expect(await asked()).toBe(before + 2)
    await waitUntil(
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
