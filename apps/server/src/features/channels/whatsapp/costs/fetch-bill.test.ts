import { getCostSummary, setRates } from '@prosa/contract/calls/reports/costs'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildRawStatusWebhook } from '../../../../testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import { insertSentMessage } from '../../../../testing/worlds/whatsapp/insert-sent-message.ts'
import { deliverTestWebhook } from '../../../../testing/worlds/whatsapp/meta-test-app.ts'
import {
  type ConversationIds,
  createWhatsappFixture,
  type WhatsappFixture,
} from '../../../../testing/worlds/whatsapp/whatsapp-fixture.ts'
import { scheduleNumberComparisons } from '../reconciliation/compare-history.ts'
import { fetchBill } from './fetch-bill.ts'

const DAY_S = 86_400
/** Prices in reais of the test server's rate card. */
const CARD = { utility: 0.03434, marketing: 0.315625 } as const
type Category = keyof typeof CARD

let desk: WhatsappFixture
let place: ConversationIds

beforeAll(async () => {
  desk = await createWhatsappFixture()
  place = await desk.newPlace()
  await desk.staff.call(setRates, {
    body: {
      rates: [
        { subject: 'category', name: 'utility', currency: 'USD', price: 0.0068, valid_from: '2026-01-01' },
        { subject: 'category', name: 'marketing', currency: 'USD', price: 0.0625, valid_from: '2026-01-01' },
        { subject: 'dollar', name: '', currency: 'BRL', price: 5.05, valid_from: '2026-01-01' },
      ],
    },
  })
})
afterAll(() => desk.close())

/** Returns the first second of Meta's day, the given number of days ago. */
const dayOf = (daysAgo: number): number => Math.floor(desk.test.deps.clock.now().getTime() / 1_000 / DAY_S - daysAgo) * DAY_S

/** Stores a message that left at this second and was delivered. */
async function arrived(category: Category, at: number): Promise<void> {
  const { channelId } = await insertSentMessage(desk, place, new Date(at * 1_000))
  const pricing = { billable: true, pricing_model: 'PMP', type: 'regular', category }
  const status = { id: channelId, status: 'delivered', timestamp: String(at), recipient_id: '5511999990000', pricing }
  await deliverTestWebhook(desk.test, buildRawStatusWebhook(desk.number.phoneNumberId, [status]))
}

const point = (start: number, category: Category, volume: number) => ({
  start,
  end: start + DAY_S,
  pricing_type: 'REGULAR',
  pricing_category: category.toUpperCase(),
  volume,
  cost: volume * CARD[category],
})

/** Returns the bill of a period with two more days on each side, because the organisation's days differ from Meta's. */
async function bill() {
  const day = (daysAgo: number) => new Date(dayOf(daysAgo) * 1_000).toISOString().slice(0, 10)
  const query = { from: day(8), to: day(1), group_by: 'kind' as const }
  return (await desk.staff.call(getCostSummary, { query })).data.bill
}

/** Fetches the bill from Meta, as the nightly job does. */
const asked = () =>
  fetchBill(desk.test.deps, desk.test.app.modules.costs, { tenantId: desk.tenant.tenantId, numberId: desk.number.id })

describe('COST-08 what Meta says that messages cost', () => {
  it('stands beside what was counted of the same days', async () => {
    expect(await bill()).toBeNull()
    for (const [category, daysAgo, hour] of [
      ['utility', 5, 0],
      ['utility', 5, 23],
      ['marketing', 4, 12],
      // A day for which Meta has no data is not compared.
      ['marketing', 3, 12],
    ] as const)
      await arrived(category, dayOf(daysAgo) + hour * 3_600)
    desk.meta.bill.points = [point(dayOf(5), 'utility', 2), point(dayOf(4), 'marketing', 1), point(dayOf(4), 'utility', 0)]
    await asked()
    const told = await bill()
    expect(told).toMatchObject({
      from: new Date(dayOf(5) * 1_000).toISOString(),
      to: new Date(dayOf(3) * 1_000).toISOString(),
      meta_micro_brl: Math.round((2 * CARD.utility + CARD.marketing) * 1e6),
    })
    const { meta_micro_brl: meta = 0, ours_micro_brl: ours = 0 } = told ?? {}
    expect(Math.abs(ours - meta) / meta).toBeLessThanOrEqual(0.02)
    expect(told?.ours_micro_brl).toBe(2 * 34_340 + 315_625)
  })

  it('follows what Meta says later of the same day, in dollars too, and never takes a part for the whole', async () => {
    const again = async (currency: string, factor: number) => {
      desk.meta.bill.currency = currency
      desk.meta.bill.points = [{ ...point(dayOf(5), 'utility', 2), cost: 2 * factor }]
      await asked()
      return bill()
    }
    expect(await again('USD', 0.01)).toMatchObject({ meta_micro_brl: 2 * 0.01 * 5.05 * 1e6 + 315_625 })
    // A currency without a stored exchange rate.
    expect(await again('EUR', 0.01)).toBeNull()
  })

  it('is asked for each night, once for an account', async () => {
    const waiting = async () => {
      const { tenantId } = desk.tenant
      const { rows } = await desk.test.deps.db.system((tx) =>
        tx.db.execute(
          sql`SELECT data->>'numberId' AS id FROM pgboss.job WHERE name = 'read-bill' AND data->>'tenantId' = ${tenantId}`,
        ),
      )
      return rows
    }
    expect(await waiting()).toEqual([])
    await scheduleNumberComparisons(desk.test.deps)
    expect(await waiting()).toEqual([{ id: desk.number.id }])
  })
})
