import * as calls from '@prosa/contract/calls/whatsapp/channels'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { META_TOKEN, type MetaDouble } from '../../../../testing/doubles/meta/meta-double.ts'
import {
  buildAccountWebhook,
  buildMessageWebhook,
  buildStatusWebhook,
  buildTextBody,
  signWebhookBody,
  VERIFY_TOKEN,
} from '../../../../testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import { snapshotTenantRows } from '../../../../testing/harness/database/snapshot-tenant-rows.ts'
import type { TestApp } from '../../../../testing/harness/test-app.ts'
import { createTenant, type TestTenant } from '../../../../testing/worlds/factories.ts'
import { deliverTestWebhook, linkTestNumber, startTestAppWithMeta } from '../../../../testing/worlds/whatsapp/meta-test-app.ts'

const SECRET = '0123456789abcdef0123456789abcdef'
const OTHER_SECRET = 'fedcba9876543210fedcba9876543210'

let test: TestApp
let meta: MetaDouble
let close: () => Promise<void>
let tenant: TestTenant
let own: Awaited<ReturnType<typeof linkTestNumber>>

beforeAll(async () => {
  ;({ test, meta, close } = await startTestAppWithMeta())
  tenant = await createTenant(test)
  own = await linkTestNumber(test, meta, tenant, SECRET)
})
afterAll(() => close())

const pathOf = (number: Pick<typeof own, 'webhook'>) => new URL(number.webhook?.address ?? '').pathname
const sent = (payload: object, secret: string, path: string) =>
  deliverTestWebhook(test, payload, signWebhookBody(JSON.stringify(payload), secret), path)
const eventsOf = async ({ id }: { id: string }) =>
  (await test.deps.db.system((tx) => tx.db.execute(sql`SELECT key FROM whatsapp_events WHERE number_id = ${id}`))).rows.map(
    ({ key }) => key,
  )
const said = (number: { phoneNumberId: string }, id: string) =>
  buildMessageWebhook(number.phoneNumberId, { phone: '5511988887777' }, id, buildTextBody('Oi'))

describe('a number of a tenant’s own app', () => {
  it('WIRE-25 has an address and a word of its own, and hears what its app signs there', async () => {
    expect(pathOf(own)).toMatch(/^\/webhooks\/whatsapp\/[\w-]{32}$/)
    expect(await sent(said(own, 'wamid.OWN1'), SECRET, pathOf(own))).toBe(200)
    expect(await eventsOf(own)).toEqual(['message:wamid.OWN1'])
    const asked = await linkTestNumber(test, meta, await createTenant(test))
    expect(pathOf(asked)).toBe('/webhooks/whatsapp')
  })

  it('NUM-06 a number that gets an app or an access of its own has its news brought anew, and shows anew that they come', async () => {
    meta.visit = async () => true
    const moved = await createTenant(test)
    const staff = await test.client(moved.staff.phone)
    const number = await linkTestNumber(test, meta, moved)
    await deliverTestWebhook(test, said(number, `wamid.MOVED.${number.id}`))
    const change = async (body: object) =>
      (await staff.call(calls.updateWhatsappNumber, { params: { id: number.id }, body })).data.webhook
    const moving = await change({ app_secret: OTHER_SECRET })
    expect(moving).toMatchObject({ handshake_at: null, event_at: null })
    expect(meta.subscriptions.get(number.wabaId)).toBe(moving?.address)
    meta.subscriptions.delete(number.wabaId)
    await change({ access_token: META_TOKEN })
    expect(meta.subscriptions.get(number.wabaId)).toBe(moving?.address)
  })

  it('WIRE-25 brings nothing to others: neither to a number of another tenant nor to one of the installation’s app', async () => {
    const victim = await createTenant(test)
    const numbers = [await linkTestNumber(test, meta, victim), await linkTestNumber(test, meta, victim, OTHER_SECRET)]
    const before = await snapshotTenantRows(test.deps.db, victim.tenantId)
    for (const number of numbers) {
      expect(await sent(said(number, 'wamid.FORGED'), SECRET, pathOf(own))).toBe(200)
      await sent(buildStatusWebhook(number.phoneNumberId, [{ id: 'wamid.X', status: 'failed', code: 190 }]), SECRET, pathOf(own))
      await sent(buildAccountWebhook(number.wabaId, 'account_update', { event: 'ACCOUNT_DELETED' }), SECRET, pathOf(own))
      expect(await eventsOf(number)).toEqual([])
    }
    expect(await snapshotTenantRows(test.deps.db, victim.tenantId)).toEqual(before)
  })

  it('WIRE-25 hears nothing at the address of the installation, nor what is signed with another’s secret', async () => {
    const before = await snapshotTenantRows(test.deps.db, tenant.tenantId)
    expect(await deliverTestWebhook(test, said(own, 'wamid.ELSEWHERE'))).toBe(200)
    expect(await sent(said(own, 'wamid.STRANGE'), OTHER_SECRET, pathOf(own))).toBe(403)
    expect(await deliverTestWebhook(test, said(own, 'wamid.STRANGE'), undefined, pathOf(own))).toBe(403)
    expect(await sent(said(own, 'wamid.NOWHERE'), SECRET, '/webhooks/whatsapp/unknown')).toBe(404)
    expect(await snapshotTenantRows(test.deps.db, tenant.tenantId)).toEqual(before)
  })

  it('unknown webhook addresses of one sender are not looked up without end; a known one is', async () => {
    const lookups = vi.spyOn(test.deps.db, 'system')
    const ask = async (key: string, remoteAddress: string) => {
      const headers = { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` }
      return (await test.app.http.inject({ method: 'POST', url: `/webhooks/whatsapp/${key}`, headers, remoteAddress })).statusCode
    }
    const statuses = []
    for (let count = 0; count < 64; count++) statuses.push(await ask(`unknown${count}`, '10.0.0.9'))
    expect(statuses.filter((status) => status === 404)).toHaveLength(60)
    expect(statuses.filter((status) => status === 429)).toHaveLength(4)
    // Background work looks across tenants as well.
    expect(lookups.mock.calls.length).toBeLessThan(70)
    lookups.mockRestore()
    const key = pathOf(own).split('/').at(-1) ?? ''
    expect(await sent(said(own, 'wamid.BESIDE'), SECRET, pathOf(own))).toBe(200)
    expect(await ask(key, '10.0.0.9')).toBe(403)
    expect(await ask('unknown', '10.0.0.10')).toBe(404)
  })

  it('wrong signatures of one sender are soon refused without a lookup; other senders are not affected', async () => {
    const post = async (remoteAddress: string) => {
      const headers = { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` }
      return (await test.app.http.inject({ method: 'POST', url: pathOf(own), headers, remoteAddress })).statusCode
    }
    const statuses = []
    // Each 429 after the fifth would be delayed by a second.
    for (let count = 0; count < 14; count++) statuses.push(await post('10.0.0.11'))
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429, 429, 429, 429])
    expect(await post('10.0.0.12')).toBe(403)
    expect(await sent(said(own, 'wamid.AFTER-FORGERIES'), SECRET, pathOf(own))).toBe(200)
  })

  it('shakes hands by the word of its app only', async () => {
    const client = await test.client()
    const shake = async (path: string, word: string) => {
      const query = new URLSearchParams({ 'hub.mode': 'subscribe', 'hub.verify_token': word, 'hub.challenge': '1158201444' })
      const { statusCode, body } = await client.raw({ method: 'GET', url: `${path}?${query.toString()}` })
      return statusCode === 200 ? body : statusCode
    }
    const word = own.webhook?.verify_word ?? ''
    expect(await shake(pathOf(own), word)).toBe('1158201444')
    expect(await shake(pathOf(own), VERIFY_TOKEN)).toBe(403)
    expect(
      await shake(
        pathOf(own),
        word.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')),
      ),
    ).toBe(403)
    expect(await shake('/webhooks/whatsapp', word)).toBe(403)
    expect(await shake('/webhooks/whatsapp', VERIFY_TOKEN)).toBe('1158201444')
    const others = await linkTestNumber(test, meta, await createTenant(test), OTHER_SECRET)
    expect(await shake(pathOf(others), word)).toBe(403)
  })

  it('shares its app with the tenant’s other numbers, and changes its secret without changing its address', async () => {
    const second = await linkTestNumber(test, meta, tenant, SECRET)
    expect(pathOf(second)).toBe(pathOf(own))
    const staff = await test.client(tenant.staff.phone)
    const { data } = await staff.call(calls.updateWhatsappNumber, { params: { id: own.id }, body: { app_secret: OTHER_SECRET } })
    expect(pathOf(data)).toBe(pathOf(own))
    expect(await sent(said(own, 'wamid.OLD'), SECRET, pathOf(own))).toBe(403)
    expect(await sent(said(second, 'wamid.NEW'), OTHER_SECRET, pathOf(own))).toBe(200)
    expect(await eventsOf(second)).toEqual(['message:wamid.NEW'])
  })

  it('NUM-07 answers neither token nor secret, and keeps them sealed', async () => {
    const staff = await test.client(tenant.staff.phone)
    const { body } = await staff.raw({ method: 'GET', url: '/api/channels/whatsapp/numbers' })
    const rows = JSON.stringify(await snapshotTenantRows(test.deps.db, tenant.tenantId))
    for (const secret of [META_TOKEN, SECRET, OTHER_SECRET]) {
      expect(body).not.toContain(secret)
      expect(rows).not.toContain(secret)
    }
  })
})
