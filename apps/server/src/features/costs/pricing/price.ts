import type { Currency, DatedRate, RateSubject } from '@prosa/contract/entities/reports/cost'
import type { ModelUsage } from '../../../platform/external-services/language-model.ts'
import type { MetaCharge } from '../ports.ts'
import { SEED_RATES } from './seed-rates.ts'

/** An organisation's own prices, and the day ('yyyy-MM-dd') for which a price is selected. */
export interface RatesForDay {
  ownRates: readonly DatedRate[]
  day: string
}

/** Message types that Meta does not charge for, in any category. */
const FREE_TYPES: readonly string[] = ['free_customer_service', 'free_entry_point']
/** Category in which each WhatsApp number has some free messages per month. */
export const FREE_QUOTA_CATEGORY = 'service'
/** Number of stored units in one real. Amounts are stored in millionths of a real. */
export const MICROS_PER_REAL = 1_000_000

/**
 * Returns the newest price that is valid on the day: the organisation's own price if there is one, otherwise the default price
 * (seed-rates.ts). Returns null if neither exists.
 */
export function findRate({ ownRates, day }: RatesForDay, subject: RateSubject, name = ''): DatedRate | null {
  for (const rates of [ownRates, SEED_RATES]) {
    const validRates = rates.filter((rate) => rate.subject === subject && rate.name === name && rate.valid_from <= day)
    const newest = validRates.toSorted((a, b) => a.valid_from.localeCompare(b.valid_from)).at(-1)
    if (newest) return newest
  }
  return null
}

/** Converts an amount to millionths of a real. Returns null for dollars if no exchange rate is set. */
export function toMicroBrl(prices: RatesForDay, amount: number, currency: Currency): number | null {
  const dollar = currency === 'BRL' ? 1 : findRate(prices, 'dollar')?.price
  return dollar === undefined ? null : Math.round(amount * dollar * MICROS_PER_REAL)
}

/**
 * Returns Meta's price for a delivered message; `microBrl` is null if unknown. `isFreeable`: whether the message counts towards the month's
 * free messages.
 */
export function getMessagePrice(
  prices: RatesForDay,
  { category, type }: Pick<MetaCharge, 'category' | 'type'>,
): { microBrl: number | null; isQuotaEligible: boolean } {
  if (type !== null && FREE_TYPES.includes(type)) return { microBrl: 0, isQuotaEligible: false }
  const rate = findRate(prices, 'category', category)
  const microBrl = rate && toMicroBrl(prices, rate.price, rate.currency)
  return { microBrl, isQuotaEligible: category === FREE_QUOTA_CATEGORY }
}

/**
 * Returns the cost of a model's tokens in millionths of a real: by the prices for input and output tokens if both exist, otherwise the cost
 * that the model's endpoint reported, in the currency `told`. Returns null if neither is known.
 */
export function getTokenPrice(
  prices: RatesForDay,
  model: string | null,
  { inputTokens, outputTokens, cost }: ModelUsage,
  reportedCurrency: Currency,
): number | null {
  const [input, output] = [findRate(prices, 'model_input', model ?? ''), findRate(prices, 'model_output', model ?? '')]
  if (!input || !output || inputTokens === null || outputTokens === null)
    return cost === null ? null : toMicroBrl(prices, cost, reportedCurrency)
  const parts = [
    toMicroBrl(prices, (inputTokens / 1e6) * input.price, input.currency),
    toMicroBrl(prices, (outputTokens / 1e6) * output.price, output.currency),
  ]
  return parts.reduce((sum, part) => (sum === null || part === null ? null : sum + part), 0)
}

/**
 * Returns the cost of a transcription in millionths of a real. Prices are per minute. Returns null if price or length is unknown. `told`:
 * the server's configured price, used if the organisation has none.
 */
export function getTranscriptionPrice(
  prices: RatesForDay,
  seconds: number | null,
  defaultRate: { price: number | null; currency: Currency },
): number | null {
  const rate = findRate(prices, 'transcript')
  const price = rate?.price ?? defaultRate.price
  if (price === null || seconds === null) return null
  return toMicroBrl(prices, (price * seconds) / 60, rate?.currency ?? defaultRate.currency)
}
