import { getMessageInfo } from '@prosa/contract/calls/conversations/message-info'
import { eraseLead, exportLead } from '@prosa/contract/calls/organisation/privacy'
import { getConversationCost, getCostSummary, setRates } from '@prosa/contract/calls/reports/costs'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildRawStatusWebhook } from '../../../testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import { insertSentMessage } from '../../../testing/worlds/whatsapp/insert-sent-message.ts'
import { deliverTestWebhook } from '../../../testing/worlds/whatsapp/meta-test-app.ts'
import {
  type ConversationIds,
  createWhatsappFixture,
  type WhatsappFixture,
} from '../../../testing/worlds/whatsapp/whatsapp-fixture.ts'

let desk: WhatsappFixture

beforeAll(async () => {
  desk = await createWhatsappFixture()
})
afterAll(() => desk.close())

/** Creates a pseudo-random generator with a seed, so that each run tests the same month. */
function chance(seed: number) {
  let state = seed
  const below = (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * most)
  }
  const oneOf = <T>(things: readonly T[]) => things[below(things.length)] as T
  const shuffled = <T>(things: readonly T[]) =>
    things
      .map((thing) => ({ thing, by: below(1e9) }))
      .sort((a, b) => a.by - b.by)
      .map(({ thing }) => thing)
  return { below, oneOf, shuffled }
}

const CATEGORIES = ['service', 'service', 'service', 'utility', 'marketing', 'marketing_lite'] as const
const TYPES = ['regular', 'regular', 'regular', 'free_customer_service', 'free_entry_point'] as const
const FATES = ['arrived', 'arrived', 'arrived', 'arrived', 'sent', 'failed'] as const
/** Prices per category in millionths of a real, as in OWN_RATES. Other categories have no price. */
const MICRO: Readonly<Record<string, number>> = { service: 35_000, utility: 34_340, marketing: 315_625 }
const FREE = 5
/** Number of webhooks that are delivered concurrently. */
const AT_ONCE = 4

interface Told {
  ref: string
  channelId: string
  at: Date
  category: string
  type: string
  fate: (typeof FATES)[number]
  statuses: object[]
}

/** Inserts a sent message at a moment of October and returns it with the status events that Meta would send. */
async function left(place: ConversationIds, at: Date, { below, oneOf }: ReturnType<typeof chance>): Promise<Told> {
  const { ref, channelId } = await insertSentMessage(desk, place, at)
  const [category, type, fate] = [oneOf(CATEGORIES), oneOf(TYPES), oneOf(FATES)]
  const pricing = { billable: type === 'regular', pricing_model: 'PMP', type, category }
  const of = (status: string, withPrice: boolean) => ({
    id: channelId,
    status,
    timestamp: String(Math.floor(at.getTime() / 1_000)),
    recipient_id: '5511999990000',
    ...(withPrice ? { pricing } : {}),
    ...(status === 'failed' ? { errors: [{ code: 131026, title: 'Undeliverable' }] } : {}),
  })
  // Exactly one of the statuses contains the price. For a failed message, and one that stays 'sent', it is the status 'sent'.
  const where = below(3)
  const sent = of('sent', fate !== 'arrived' || where === 0)
  const statuses = {
    sent: [sent],
    failed: [sent, of('failed', false)],
    arrived: [sent, of('delivered', where === 1), of('read', where === 2)],
  }[fate]
  return { ref, channelId, at, category, type, fate, statuses }
}

/** Computes the expected cost of a month. The first service messages are free, in the order in which they were sent. */
function byHand(month: readonly Told[]): { micro: number; unpriced: number } {
  let [free, micro, unpriced] = [FREE, 0, 0]
  for (const { type, category, fate } of month.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    if (fate === 'failed' || type !== 'regular') continue
    const price = MICRO[category]
    if (price === undefined) unpriced++
    else if (category === 'service' && free > 0) free--
    else micro += price
  }
  return { micro, unpriced }
}

const OWN_RATES = [
  { subject: 'category', name: 'service', currency: 'BRL', price: 0.035, valid_from: '2026-01-01' },
  { subject: 'category', name: 'utility', currency: 'USD', price: 0.0068, valid_from: '2026-01-01' },
  { subject: 'category', name: 'marketing', currency: 'USD', price: 0.0625, valid_from: '2026-01-01' },
  { subject: 'dollar', name: '', currency: 'BRL', price: 5.05, valid_from: '2026-01-01' },
  { subject: 'free_messages', name: '', currency: 'BRL', price: FREE, valid_from: '2026-01-01' },
] as const

const total = async (from: string, to: string) =>
  (await desk.staff.call(getCostSummary, { query: { from, to, group_by: 'number' } })).data
const costOf = async ({ leadId, conversationId }: ConversationIds) =>
  (await desk.staff.call(getConversationCost, { params: { leadId, conversationId } })).data
const tell = (statuses: readonly object[]) =>
  deliverTestWebhook(desk.test, buildRawStatusWebhook(desk.number.phoneNumberId, statuses))

/** Creates a month of messages to two leads and delivers every status twice, in random order and batches, several webhooks at once. */
async function month(seed: number, messages: number, first: string) {
  const random = chance(seed)
  await desk.staff.call(setRates, { body: { rates: [...OWN_RATES] } })
  const places = [await desk.newPlace(), await desk.newPlace()]
  const told: Told[] = []
  for (let n = 0; n < messages; n++) {
    const at = new Date(new Date(`${first}T12:00:00Z`).getTime() + random.below(27 * 24 * 60) * 60_000)
    told.push(await left(random.oneOf(places), at, random))
  }
  const statuses = random.shuffled([...told, ...told].flatMap((message) => message.statuses))
  const parcels: object[][] = []
  while (statuses.length > 0) parcels.push(statuses.splice(0, 1 + random.below(8)))
  while (parcels.length > 0) await Promise.all(parcels.splice(0, AT_ONCE).map(tell))
  return { told, places }
}

describe('what Meta asks for messages', () => {
  it('COST-01 is right to the centavo, repeated, shuffled and with the price in any status', async () => {
    const { told, places } = await month(7, 40, '2026-10-02')
    const { micro, unpriced } = byHand(told)
    const october = await total('2026-10-01', '2026-10-31')
    expect(october.total).toMatchObject({ micro_brl: micro, unpriced, count: told.length })
    expect(october.total.estimated).toBe(told.filter(({ fate }) => fate === 'sent').length)
    // COST-02: the sums of the number and of its conversations agree.
    expect(october.groups.map(({ key, micro_brl }) => ({ key, micro_brl }))).toEqual([{ key: desk.number.id, micro_brl: micro }])
    const each = await Promise.all(places.map(costOf))
    expect(each.reduce((sum, { conversation }) => sum + conversation.micro_brl, 0)).toBe(micro)
    for (const { conversation, lead } of each) expect(lead).toEqual(conversation)
  })

  it('COST-01 is right to the centavo for a month of 300 messages @wide', { timeout: 90_000 }, async () => {
    const { told } = await month(11, 300, '2026-07-02')
    const { micro, unpriced } = byHand(told)
    const { total: july } = await total('2026-07-01', '2026-07-31')
    expect(july).toMatchObject({ micro_brl: micro, unpriced, count: told.length })
  })

  it('COST-03 a price with a later date changes no earlier cost, nor does any price what was counted', async () => {
    const { told } = await month(3, 6, '2026-09-02')
    const before = await total('2026-09-01', '2026-09-30')
    const dearer = OWN_RATES.map((rate) => ({ ...rate, price: rate.price * 10, valid_from: '2026-10-01' }))
    await desk.staff.call(setRates, { body: { rates: [...OWN_RATES, ...dearer] } })
    await tell(told.flatMap(({ statuses }) => statuses))
    // A status that arrives later is priced by the day on which the message was sent.
    await tell(told.map(({ statuses }) => ({ ...statuses[0], timestamp: '1790000000' })))
    expect(await total('2026-09-01', '2026-09-30')).toEqual(before)
  })

  it('COST-07 without a price it is counted as such, and never as 0', async () => {
    const place = await desk.newPlace()
    const random = chance(1)
    const told = await left(place, new Date('2026-05-04T12:00:00Z'), random)
    const pricing = { billable: true, pricing_model: 'PMP', type: 'regular', category: 'authentication' }
    await tell([{ id: told.channelId, status: 'delivered', timestamp: '1780000000', recipient_id: '5511999990000', pricing }])
    expect((await costOf(place)).conversation).toEqual({ micro_brl: 0, count: 1, unpriced: 1, estimated: 0 })
    const { rows } = await desk.test.deps.db.system((tx) =>
      tx.db.execute(sql`SELECT micro_brl FROM costs WHERE ref = ${told.ref}`),
    )
    expect(rows).toEqual([{ micro_brl: null }])
  })

  it('MEDIA-27 stands with what is known of its message: as an estimate, when it arrived, and null without a price', async () => {
    await desk.staff.call(setRates, { body: { rates: [...OWN_RATES] } })
    const place = await desk.newPlace()
    const told = await insertSentMessage(desk, place, new Date('2026-08-04T12:00:00Z'))
    const charge = async () => (await desk.staff.call(getMessageInfo, { params: { ...place, messageId: told.ref } })).data.charge
    const status = (category: string, status: string) => ({
      id: told.channelId,
      status,
      timestamp: '1785844800',
      recipient_id: '5511999990000',
      pricing: { billable: true, pricing_model: 'PMP', type: 'regular', category },
    })
    expect(await charge()).toBeNull()
    for (const step of ['sent', 'delivered']) {
      await tell([status('utility', step)])
      expect(await charge()).toEqual({ category: 'utility', type: 'regular', micro_brl: MICRO['utility'] })
    }
    const other = await insertSentMessage(desk, place, new Date('2026-08-05T12:00:00Z'))
    await tell([{ ...status('authentication', 'sent'), id: other.channelId }])
    const { data } = await desk.staff.call(getMessageInfo, { params: { ...place, messageId: other.ref } })
    expect(data.charge).toMatchObject({ category: 'authentication', micro_brl: null })
  })

  it('goes with its lead as far as it tells of it, and is in its export', async () => {
    const place = await desk.newPlace()
    const told = await left(place, new Date('2026-06-04T12:00:00Z'), chance(2))
    await tell(told.statuses)
    const before = await total('2026-06-01', '2026-06-30')
    expect(before.total.count).toBe(1)
    const admin = await desk.test.client(desk.tenant.admin.phone)
    const { data } = await admin.call(exportLead, { params: { id: place.leadId } })
    expect(data.costs).toMatchObject([{ kind: 'meta', ref: told.ref, conversation_id: place.conversationId }])
    await admin.call(eraseLead, { params: { id: place.leadId } })
    const { rows } = await desk.test.deps.db.system((tx) =>
      tx.db.execute(sql`SELECT lead_id, conversation_id FROM costs WHERE ref = ${told.ref}`),
    )
    expect(rows).toEqual([{ lead_id: null, conversation_id: null }])
    expect((await total('2026-06-01', '2026-06-30')).total).toEqual(before.total)
  })
})
