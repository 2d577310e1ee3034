import { getMessageInfo } from '@prosa/contract/calls/conversations/message-info'
import { eraseLead, exportLead } from '@prosa/contract/calls/organisation/privacy'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildRawStatusWebhook } from '../../../../testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import type { TestApp } from '../../../../testing/harness/test-app.ts'
import { deliverTestWebhook } from '../../../../testing/worlds/whatsapp/meta-test-app.ts'
import {
  type ConversationIds,
  createUniqueWamid,
  createWhatsappFixture,
  type WhatsappFixture,
} from '../../../../testing/worlds/whatsapp/whatsapp-fixture.ts'

let desk: WhatsappFixture
let test: TestApp
let number: string

beforeAll(async () => {
  desk = await createWhatsappFixture()
  ;({ test } = desk)
  number = desk.number.phoneNumberId
})
beforeEach(() => {
  desk.meta.plan = () => 'accept'
})
afterAll(() => desk.close())

const rows = async (query: ReturnType<typeof sql>) => (await test.deps.db.system((tx) => tx.db.execute(query))).rows
const keptOf = (channelId: string) =>
  rows(
    sql`SELECT status, said_at, recipient, payload, known FROM message_statuses WHERE channel_id = ${channelId} ORDER BY status, digest`,
  )

/** Sends a message and waits until it is sent. */
async function sent(place: ConversationIds): Promise<{ id: string; channelId: string }> {
  const id = await desk.send(place, 'Olá')
  await desk.settled(place, id, 'sent')
  return { id, channelId: desk.acceptedOf(id)[0]?.id ?? '' }
}

describe('statuses', () => {
  const PRICING = { billable: true, pricing_model: 'PMP', type: 'regular', category: 'service' }
  const conversation = { id: 'c1', expiration_timestamp: '1750030073', origin: { type: 'referral_conversion' } }

  it('WIRE-17 Informações lists when Meta accepted, sent, delivered and read a message, also when sent came late or not at all', async () => {
    const place = await desk.newPlace()
    const steps = async (messageId: string) =>
      (await desk.staff.call(getMessageInfo, { params: { ...place, messageId } })).data.steps
    const at = Math.floor(Date.now() / 1_000) + 5
    const time = (seconds: number) => new Date((at + seconds) * 1_000).toISOString()
    const told = (channelId: string, status: string, seconds: number) =>
      deliverTestWebhook(
        test,
        buildRawStatusWebhook(number, [{ id: channelId, status, timestamp: String(at + seconds), recipient_id: place.phone }]),
      )
    const { id, channelId } = await sent(place)
    expect(await steps(id)).toEqual([{ step: 'accepted', at: expect.any(String) }])
    await told(channelId, 'delivered', 2)
    expect((await steps(id)).map(({ step }) => step)).toEqual(['accepted', 'delivered'])
    await told(channelId, 'read', 9)
    await told(channelId, 'sent', 1)
    const all = await steps(id)
    expect(all.slice(1)).toEqual([
      { step: 'sent', at: time(1) },
      { step: 'delivered', at: time(2) },
      { step: 'read', at: time(9) },
    ])
    expect(all[0]?.step).toBe('accepted')
    expect(Date.parse(all[0]?.at ?? '')).toBeLessThan(Date.parse(time(1)))
  })

  it('WIRE-17 each is kept whole; repeated and shuffled they leave the same rows', async () => {
    const place = await desk.newPlace()
    const told = async () => {
      const { id, channelId } = await sent(place)
      const common = { id: channelId, recipient_id: place.phone, biz_opaque_callback_data: id }
      const errors = [
        { code: 131026, title: 'Undeliverable', message: 'x', error_data: { details: 'y' }, href: 'https://z' },
        { code: 999_999, title: 'Unknown' },
      ]
      return {
        channelId,
        statuses: [
          { ...common, status: 'sent', timestamp: '1750030073', pricing: PRICING, conversation },
          { ...common, status: 'delivered', timestamp: '1750030075', pricing: { ...PRICING, type: 'free_entry_point' } },
          { ...common, status: 'read', timestamp: '1750030079' },
          { ...common, status: 'failed', timestamp: '1750030080', errors },
          { ...common, status: 'warming', timestamp: '1750030081', novelty: { deep: [1, 2] } },
        ],
      }
    }
    const contacts = [{ profile: { name: 'Rita' }, wa_id: place.phone, user_id: 'BR.1' }]
    const [once, often] = [await told(), await told()]
    await deliverTestWebhook(test, buildRawStatusWebhook(number, once.statuses, { contacts }))
    const turned = often.statuses.map((said) => Object.fromEntries(Object.entries(said).reverse()))
    for (const said of [...turned].reverse()) await deliverTestWebhook(test, buildRawStatusWebhook(number, [said], { contacts }))
    await Promise.all([1, 2, 3].map(() => deliverTestWebhook(test, buildRawStatusWebhook(number, often.statuses, { contacts }))))
    const bare = async ({ channelId, statuses }: typeof once) => {
      const kept = await keptOf(channelId)
      expect(kept.map(({ payload }) => payload)).toEqual(
        expect.arrayContaining(statuses.map((said) => expect.objectContaining({ ...said, contacts }))),
      )
      return kept.map(({ payload, ...row }) => ({ row, fields: Object.keys(payload as object).sort() }))
    }
    const left = await bare(once)
    expect(left).toHaveLength(5)
    expect(left.every(({ row }) => row.known)).toBe(true)
    expect(await bare(often)).toEqual(left)
    const history = (await desk.conversationAt(place)).history.filter(({ role }) => role === 'AI')
    expect(history.map(({ delivery }) => delivery)).toEqual(['read', 'read'])
  })

  it('WIRE-17 one that comes before the answer to its send, and without our id, is told of the message', async () => {
    const place = await desk.newPlace()
    const { channelId } = await sent(place)
    const next = channelId.replace(/\d+$/, (count) => String(Number(count) + 1))
    await deliverTestWebhook(
      test,
      buildRawStatusWebhook(number, [{ id: next, status: 'read', timestamp: '1750030079', pricing: PRICING }]),
    )
    const id = await desk.send(place, 'Tudo bem?')
    await desk.settled(place, id, 'read')
    expect(desk.acceptedOf(id)[0]?.id).toBe(next)
    expect(await keptOf(next)).toMatchObject([{ known: true }])
  })

  it('WIRE-17 the same kind told with another reason is another row', async () => {
    const place = await desk.newPlace()
    const { channelId } = await sent(place)
    for (const code of [131026, 131048]) await desk.tell([{ id: channelId, status: 'failed', code }])
    expect(await keptOf(channelId)).toHaveLength(2)
  })

  it('say until when a lead of an advertisement costs nothing; the latest such moment stands, and no other conversation says one', async () => {
    const place = await desk.newPlace()
    const { channelId } = await sent(place)
    const told = (expiration_timestamp: string, type: string) =>
      deliverTestWebhook(
        test,
        buildRawStatusWebhook(number, [
          {
            id: channelId,
            status: 'sent',
            timestamp: '1750030073',
            conversation: { id: 'c1', expiration_timestamp, origin: { type } },
          },
        ]),
      )
    await told('1750030073', 'service')
    expect(await desk.conversationAt(place)).not.toHaveProperty('free_until')
    for (const until of ['1750289273', '1750030073']) await told(until, 'referral_conversion')
    expect((await desk.conversationAt(place)).free_until).toBe('2025-06-18T23:27:53.000Z')
  })

  it('go with their lead, and are in its export', async () => {
    const place = await desk.newPlace()
    const { id, channelId } = await sent(place)
    await desk.tell([{ id: channelId, status: 'read', callbackData: id }])
    // A status of a message that is not stored (yet), because the team sent it from its phone.
    const stranger = createUniqueWamid()
    const said = { id: stranger, status: 'sent', timestamp: '1750030073', recipient_id: place.phone }
    await deliverTestWebhook(test, buildRawStatusWebhook(number, [said]))
    const admin = await test.client(desk.tenant.admin.phone)
    const { data } = await admin.call(exportLead, { params: { id: place.leadId } })
    expect(data.channel_reports?.map(({ kind }) => kind).sort()).toEqual(['read', 'sent'])
    await admin.call(eraseLead, { params: { id: place.leadId } })
    expect([...(await keptOf(channelId)), ...(await keptOf(stranger))]).toEqual([])
    await desk.tell([{ id: channelId, status: 'delivered', callbackData: id }])
    expect(await keptOf(channelId)).toEqual([])
  })
})
