import * as z from 'zod/mini'
import type { AccountBill } from '../../platform/external-services/whatsapp-api.ts'

const toUnixSeconds = (date: Date): number => Math.floor(date.getTime() / 1_000)

export const buildBillFields = (from: Date, to: Date): string =>
  `currency,pricing_analytics.start(${toUnixSeconds(from)}).end(${toUnixSeconds(to)}).granularity(DAILY).phone_numbers([]).country_codes([])` +
  '.metric_types(["COST","VOLUME"]).dimensions(["PRICING_CATEGORY","PRICING_TYPE"])'

const pricingPoint = z.object({ start: z.number(), end: z.number(), cost: z.nullish(z.number()) })
const billResponse = z.object({
  currency: z.nullish(z.string()),
  // Missing if the account has not sent any messages.
  pricing_analytics: z.nullish(z.object({ data: z.array(z.object({ data_points: z.nullish(z.array(pricingPoint)) })) })),
})

/** Parses the daily costs of a WhatsApp account, summed over all categories and types. Returns undefined for an invalid response. */
export function parseBill(body: unknown): AccountBill | undefined {
  const parsed = billResponse.safeParse(body).data
  if (!parsed) return undefined
  const periods = new Map<number, { from: Date; to: Date; cost: number }>()
  for (const { start, end, cost } of (parsed.pricing_analytics?.data ?? []).flatMap(({ data_points: points }) => points ?? [])) {
    const period = periods.get(start) ?? { from: new Date(start * 1_000), to: new Date(end * 1_000), cost: 0 }
    periods.set(start, { ...period, cost: period.cost + (cost ?? 0) })
  }
  return { currency: parsed.currency ?? null, periods: [...periods.values()] }
}
