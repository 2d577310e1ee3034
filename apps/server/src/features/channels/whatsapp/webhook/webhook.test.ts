import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  buildMessageWebhook,
  buildStatusWebhook,
  buildTextBody,
  getUnixSeconds,
  signWebhookBody,
  VERIFY_TOKEN,
} from '../../../../testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import type { TestApp } from '../../../../testing/harness/test-app.ts'
import { waitUntil } from '../../../../testing/harness/wait-until.ts'
import { deliverTestWebhook } from '../../../../testing/worlds/whatsapp/meta-test-app.ts'
import {
  createUniquePhone,
  createUniqueWamid,
  createWhatsappFixture,
  type WhatsappFixture,
} from '../../../../testing/worlds/whatsapp/whatsapp-fixture.ts'
import { purgeEvents } from './purge-events.ts'

let desk: WhatsappFixture
let test: TestApp
let number: string

beforeAll(async () => {
  desk = await createWhatsappFixture()
  test = desk.test
  number = desk.number.phoneNumberId
})
afterAll(() => desk.close())

const rows = async () => {
  const { rows } = await test.deps.db.system((tx) => tx.db.execute(sql`SELECT count(*) AS n FROM whatsapp_events`))
  return Number(rows[0]?.n)
}

describe('the webhook', () => {
  const handshake = (query: Record<string, string>) =>
    desk.staff.raw({ method: 'GET', url: `/webhooks/whatsapp?${new URLSearchParams(query).toString()}` })

  it('PROV-04 shakes hands with who knows the verify token, in plain text, and with nobody else', async () => {
    const asked = { 'hub.mode': 'subscribe', 'hub.challenge': '1158201444', 'hub.verify_token': VERIFY_TOKEN }
    const shaken = await handshake(asked)
    expect(shaken).toMatchObject({ statusCode: 200, body: '1158201444' })
    expect(String(shaken.headers['content-type'])).toContain('text/plain')
    expect((await handshake({ ...asked, 'hub.verify_token': 'guessed-token' })).statusCode).toBe(403)
    expect((await handshake({ ...asked, 'hub.mode': 'unsubscribe' })).statusCode).toBe(403)
    expect((await handshake({})).statusCode).toBe(403)
  })

  it('PROV-04 takes only what was signed over these very bytes', async () => {
    const before = await rows()
    const payload = buildMessageWebhook(number, { phone: createUniquePhone() }, createUniqueWamid(), buildTextBody('Oi'))
    const body = JSON.stringify(payload)
    const forgeries = [
      null,
      '',
      'sha256=',
      `sha256=${'0'.repeat(64)}`,
      signWebhookBody(body, 'another secret of the app'),
      signWebhookBody(`${body} `),
      signWebhookBody(body).slice(0, -2),
      signWebhookBody(body).replace('sha256=', 'sha1='),
      signWebhookBody(body).toUpperCase(),
    ]
    for (const forged of forgeries) expect(await deliverTestWebhook(test, payload, forged)).toBe(403)
    expect(await rows()).toBe(before)
    expect(await deliverTestWebhook(test, payload)).toBe(200)
    expect(await rows()).toBe(before + 1)
  })

  it('a number that is nobody’s leaves no row, and is answered 200 all the same', async () => {
    const before = await rows()
    expect(
      await deliverTestWebhook(
        test,
        buildMessageWebhook('99999999999', { phone: createUniquePhone() }, createUniqueWamid(), buildTextBody('Oi')),
      ),
    ).toBe(200)
    expect(await deliverTestWebhook(test, buildStatusWebhook('99999999999', [{ id: 'wamid.X', status: 'read' }]))).toBe(200)
    expect(await rows()).toBe(before)
  })

  it('a part that cannot be read costs nothing else of its delivery', async () => {
    const phone = createUniquePhone()
    const good = buildMessageWebhook(number, { phone }, createUniqueWamid(), buildTextBody('Inteira'))
    const mixed = {
      ...good,
      entry: [
        {
          id: '1',
          changes: [
            null,
            { field: 'x' },
            { field: 'messages', value: { metadata: { phone_number_id: number }, messages: [7, {}, { id: 'wamid.NOBODY' }] } },
          ],
        },
        ...good.entry,
      ],
    }
    expect(await deliverTestWebhook(test, mixed)).toBe(200)
    await desk.writtenBy(phone, 1)
    expect(await deliverTestWebhook(test, { hello: 'world' })).toBe(200)
  })

  it('what Meta can no longer repeat is cleared away once a day, and nothing of it rests here once it is worked off', async () => {
    const phone = createUniquePhone()
    const wamids = [createUniqueWamid(), createUniqueWamid(), createUniqueWamid()]
    for (const wamid of wamids)
      await deliverTestWebhook(test, buildMessageWebhook(number, { phone }, wamid, buildTextBody(`Segredo de ${wamid}`)))
    await desk.writtenBy(phone, 3)
    const { tenantId } = desk.tenant
    const ask = async (query: ReturnType<typeof sql>) => (await test.deps.db.system((tx) => tx.db.execute(query))).rows
    await waitUntil(async () => (await ask(sql`SELECT 1 FROM whatsapp_events WHERE payload LIKE '%Segredo%'`)).length === 0)
    expect(await ask(sql`SELECT data FROM pgboss.job WHERE name = 'purge-whatsapp'`)).toEqual([{ data: { tenantId } }])
    const first = sql`key LIKE ${`%${wamids[0]}%`}`
    await ask(sql`UPDATE whatsapp_events SET received_at = now() - interval '31 days' WHERE ${first}`)
    const old = (await ask(sql`SELECT 1 FROM whatsapp_events WHERE ${first}`)).length
    expect(old).toBeGreaterThan(0)
    const before = await rows()
    await purgeEvents(test.deps, test.app.modules.conversations, { tenantId })
    expect(await rows()).toBe(before - old)
  })

  it('refuses a body that is larger than Meta sends', async () => {
    expect(await deliverTestWebhook(test, { filler: 'x'.repeat(3 * 1024 * 1024) })).toBe(413)
  })

  it('PROV-04 hundreds of messages, each three times, shuffled and at once: every one is there once, in places without holes @wide', async () => {
    const LEADS = 20
    const EACH = 15
    const people = Array.from({ length: LEADS }, () => createUniquePhone())
    const first = getUnixSeconds() - 1_000
    const all = people.flatMap((phone) =>
      Array.from({ length: EACH }, (_, n) =>
        buildMessageWebhook(number, { phone }, createUniqueWamid(), buildTextBody(`Nº ${n}`), first + n),
      ),
    )
    const thrice = [...all, ...all, ...all].sort(() => Math.random() - 0.5)
    const statuses: number[] = []
    for (let from = 0; from < thrice.length; from += 30)
      statuses.push(...(await Promise.all(thrice.slice(from, from + 30).map((payload) => deliverTestWebhook(test, payload)))))
    expect(new Set(statuses)).toEqual(new Set([200]))
    for (const phone of people) {
      const history = await desk.historyOf(await desk.writtenBy(phone, EACH))
      expect(history.map((m) => m.seq)).toEqual(Array.from({ length: EACH }, (_, n) => n + 1))
      expect(new Set(history.map((m) => m.content)).size).toBe(EACH)
    }
  }, 60_000)
})
