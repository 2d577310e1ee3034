import type { Currency, DatedRate, RateSubject } from '@prosa/contract/entities/reports/cost'
import type { ModelUsage } from '../../../platform/external-services/language-model.ts'
import type { MetaCharge } from '../ports.ts'
import { SEED_RATES } from './seed-rates.ts'

/** An organisation's own prices and the day for which to select one ('yyyy-MM-dd'). */
export interface RatesForDay {
  own: readonly DatedRate[]
  day: string
}

/** Message types that are free at Meta in every category. */
const FREE_TYPES: readonly string[] = ['free_customer_service', 'free_entry_point']
/** The category of which each number has some free messages per month. */
export const FREE_QUOTA_CATEGORY = 'service'
/** Number of stored units in one real: amounts are stored in millionths. */
export const MICROS_PER_REAL = 1_000_000

/**
 * Returns the newest price that is valid on the day: an own price if there is one, otherwise the price delivered with the product,
 * otherwise null.
 */
export function findRate({ own, day }: RatesForDay, subject: RateSubject, name = ''): DatedRate | null {
  for (const rates of [own, SEED_RATES]) {
    const holding = rates.filter((rate) => rate.subject === subject && rate.name === name && rate.valid_from <= day)
    const newest = holding.toSorted((a, b) => a.valid_from.localeCompare(b.valid_from)).at(-1)
    if (newest) return newest
  }
  return null
}

/** Converts an amount to millionths of a real. Returns null if it is in dollars and the dollar has no price. */
export function toMicroBrl(prices: RatesForDay, amount: number, currency: Currency): number | null {
  const dollar = currency === 'BRL' ? 1 : findRate(prices, 'dollar')?.price
  return dollar === undefined ? null : Math.round(amount * dollar * MICROS_PER_REAL)
}

/**
 * Returns Meta's price for a delivered message, or null if unknown. `isFreeable`: whether the message counts towards the free ones of a
 * month.
 */
export function getMessagePrice(
  prices: RatesForDay,
  { category, type }: Pick<MetaCharge, 'category' | 'type'>,
): { microBrl: number | null; isFreeable: boolean } {
  if (type !== null && FREE_TYPES.includes(type)) return { microBrl: 0, isFreeable: false }
  const rate = findRate(prices, 'category', category)
  const microBrl = rate && toMicroBrl(prices, rate.price, rate.currency)
  return { microBrl, isFreeable: category === FREE_QUOTA_CATEGORY }
}

/**
 * Returns the cost of a model's tokens: by the organisation's prices if both exist, otherwise the reported cost in the currency `told`.
 * Returns null if neither is known.
 */
export function getTokenPrice(
  prices: RatesForDay,
  model: string | null,
  { inputTokens, outputTokens, cost }: ModelUsage,
  told: Currency,
): number | null {
  const [input, output] = [findRate(prices, 'model_input', model ?? ''), findRate(prices, 'model_output', model ?? '')]
  if (!input || !output || inputTokens === null || outputTokens === null)
    return cost === null ? null : toMicroBrl(prices, cost, told)
  const parts = [
    toMicroBrl(prices, (inputTokens / 1e6) * input.price, input.currency),
    toMicroBrl(prices, (outputTokens / 1e6) * output.price, output.currency),
  ]
  return parts.reduce((sum, part) => (sum === null || part === null ? null : sum + part), 0)
}

/** Returns the cost of a transcription, priced per minute, or null if the price or length is unknown. `told` is the server's own price. */
export function getTranscriptionPrice(
  prices: RatesForDay,
  seconds: number | null,
  told: { price: number | null; currency: Currency },
): number | null {
  const rate = findRate(prices, 'transcript')
  const price = rate?.price ?? told.price
  if (price === null || seconds === null) return null
  return toMicroBrl(prices, (price * seconds) / 60, rate?.currency ?? told.currency)
}
