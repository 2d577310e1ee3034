import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  buildAccountWebhook,
  buildMessageWebhook,
  buildRawStatusWebhook,
  buildTextBody,
  buildWebhook,
  getUnixSeconds,
} from '../../../../testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import type { TestApp } from '../../../../testing/harness/test-app.ts'
import { waitUntil } from '../../../../testing/harness/wait-until.ts'
import { createTenant } from '../../../../testing/worlds/factories.ts'
import { deliverTestWebhook, linkTestNumber } from '../../../../testing/worlds/whatsapp/meta-test-app.ts'
import {
  createUniquePhone,
  createUniqueWamid,
  createWhatsappFixture,
  type WhatsappFixture,
} from '../../../../testing/worlds/whatsapp/whatsapp-fixture.ts'
import { getErrorMeaning } from '../cloud-api/error-codes.ts'
import { parseMessagingLimit } from '../cloud-api/messaging-limit.ts'
import { indexContactCards } from './webhook-fields.ts'

let desk: WhatsappFixture
let test: TestApp
let number: string

beforeAll(async () => {
  desk = await createWhatsappFixture()
  ;({ test } = desk)
  number = desk.number.phoneNumberId
})
afterAll(() => desk.close())

const rows = async (query: ReturnType<typeof sql>) => (await test.deps.db.system((tx) => tx.db.execute(query))).rows
const state = async () => (await rows(sql`SELECT status FROM whatsapp_numbers WHERE id = ${desk.number.id}`))[0]?.status

describe('codes', () => {
  it('WIRE-15 no code is none: neither null nor an empty text breaks the number', async () => {
    const errors = [{ code: null, title: 'a' }, { code: '', title: 'b' }, { title: 'c' }]
    await deliverTestWebhook(test, buildWebhook(number, 'messages', { errors }))
    const place = await desk.newPlace()
    const id = await desk.send(place, 'Olá')
    await desk.settled(place, id, 'sent')
    const said = { id: desk.acceptedOf(id)[0]?.id, status: 'failed', timestamp: String(getUnixSeconds()), errors }
    await deliverTestWebhook(test, buildRawStatusWebhook(number, [said]))
    await desk.settled(place, id, 'failed')
    expect(await state()).toBe('ok')
    expect(await rows(sql`SELECT DISTINCT event FROM whatsapp_notices WHERE field = 'messages'`)).toEqual([{ event: 'error' }])
  })

  it('WIRE-17 an entry without a code costs no other its own', async () => {
    const place = await desk.newPlace()
    const id = await desk.send(place, 'Olá')
    await desk.settled(place, id, 'sent')
    const errors = [{ title: 'no code' }, { code: '131026', title: 'Undeliverable' }]
    const said = { id: desk.acceptedOf(id)[0]?.id, status: 'failed', timestamp: String(getUnixSeconds()), errors }
    await deliverTestWebhook(test, buildRawStatusWebhook(number, [said]))
    await desk.settled(place, id, 'failed')
    expect((await desk.messageAt(place, id))?.delivery_error).toBe(getErrorMeaning(131_026).reason)
  })
})

describe('times and numbers that the database does not hold', () => {
  const YEAR_30489 = 900_000_000_000_000

  it('WIRE-13 are not told, and cost nobody what stands beside them', async () => {
    const { id } = await desk.newPlace().then(async (place) => ({ place, id: await desk.send(place, 'Olá') }))
    const other = await createTenant(test)
    const theirs = await linkTestNumber(test, desk.meta, other)
    const phone = createUniquePhone()
    const bodies = [
      buildAccountWebhook(desk.number.wabaId, 'account_update', { event: 'LATE' }, YEAR_30489),
      buildAccountWebhook(desk.number.wabaId, 'business_capability_update', {
        max_daily_conversations_per_business: 'TIER_99999999K',
      }),
      buildRawStatusWebhook(number, [{ id, status: 'sent', timestamp: String(YEAR_30489) }]),
      buildWebhook(number, 'user_preferences', {
        user_preferences: [{ wa_id: createUniquePhone(), value: 'stop', timestamp: '1e30' }],
      }),
      buildMessageWebhook(theirs.phoneNumberId, { phone }, createUniqueWamid(), buildTextBody('Oi, tem vaga?')),
    ]
    expect(await deliverTestWebhook(test, { ...bodies[0], entry: bodies.flatMap(({ entry }) => entry as unknown[]) })).toBe(200)
    await waitUntil(
      () => rows(sql`SELECT FROM messages WHERE content = 'Oi, tem vaga?'`),
      ({ length }) => length === 1,
    )
    expect(await rows(sql`SELECT FROM whatsapp_notices WHERE event = 'LATE' AND said_at > now()`)).toEqual([])
    expect(await rows(sql`SELECT FROM whatsapp_events WHERE kind = 'wish' AND failure IS NOT NULL`)).toEqual([])
    expect([parseMessagingLimit('TIER_2147483648'), parseMessagingLimit('2147483647')]).toEqual([null, 2_147_483_647])
  })
})

describe('cards', () => {
  it('WIRE-23 are read once, however many are looked for', () => {
    let reads = 0
    const phone = (index: number) => String(5_521_900_000_000 + index)
    const cards = Array.from({ length: 200 }, (_, index) => ({
      get wa_id() {
        reads++
        return phone(index)
      },
      user_id: `BR.${index}`,
    }))
    const find = indexContactCards([null, { wa_id: {} }, ...cards])
    for (let index = 0; index < 200; index++) {
      expect(find(phone(index), null)).toBe(cards[index])
      expect(find(null, `BR.${index}`)).toBe(cards[index])
    }
    expect([find(null, null), find('', ''), find('1', 'BR.x')]).toEqual([null, null, null])
    expect(reads).toBeLessThan(5 * 200)
  })
})

it('WIRE-13 a past that names no number reaches none of the account', async () => {
  const id = createUniqueWamid()
  const message = { from: createUniquePhone(), id, timestamp: String(getUnixSeconds()), ...buildTextBody('De antes') }
  const threads = [{ id: message.from, messages: [message] }]
  const history = [{ metadata: { phase: 0, chunk_order: 1, progress: 55 }, threads }]
  const contact = { full_name: 'Pablo Morales', phone_number: createUniquePhone() }
  const state_sync = [{ type: 'contact', contact, action: 'add', metadata: { timestamp: String(getUnixSeconds()) } }]
  for (const [field, value] of [
    ['history', { history }],
    ['smb_app_state_sync', { state_sync }],
  ] as const)
    expect(await deliverTestWebhook(test, buildAccountWebhook(desk.number.wabaId, field, value))).toBe(200)
  expect(await rows(sql`SELECT key FROM whatsapp_events WHERE kind IN ('batch', 'past')`)).toEqual([])
  expect(test.logged()).toContain('cannot be read')
})

describe('what is nested without end', () => {
  const DEEP = 10_000
  const nest = (open: string, inside: string, close: string) => open.repeat(DEEP) + inside + close.repeat(DEEP)

  it.each([
    ['lists', nest('[', '', ']')],
    ['objects', nest('{"a":', '1', '}')],
    ['objects around a number that keeps its digits', nest('{"a":', '12345678901234567890', '}')],
  ])('WIRE-13 %s: the webhook is taken, and what stands beside them is kept', async (what, deep) => {
    const phone = createUniquePhone()
    const words = `Ao lado: ${what}`
    const message = JSON.stringify(buildMessageWebhook(number, { phone }, createUniqueWamid(), buildTextBody(words)))
    for (const at of ['"object":', '"entry":[', '"changes":[', '"messages":[', '"contacts":[', '"text":{']) {
      const key = at.endsWith('[') ? deep : `"deep":${deep}`
      const body = message.replace(at, at.endsWith('[') ? `${at}${key},` : at.endsWith('{') ? `${at}${key},` : `${key},${at}`)
      expect(await deliverTestWebhook(test, body), at).toBe(200)
    }
    await waitUntil(
      () => rows(sql`SELECT FROM messages WHERE content = ${words}`),
      ({ length }) => length === 1,
    )
  })
})
