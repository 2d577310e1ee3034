import type { Currency, DatedRate, RateSubject } from '@prosa/contract/entities/reports/cost'
import type { ModelUsage } from '../../../platform/external-services/language-model.ts'
import type { MetaCharge } from '../ports.ts'
import { SEED_RATES } from './seed-rates.ts'

/** Prices that an organisation entered, and the day for which a price is requested. */
export interface RatesForDay {
  ownRates: readonly DatedRate[]
  /** 'yyyy-MM-dd'. */
  day: string
}

/** Price types for which Meta charges nothing in any category. */
const FREE_TYPES: readonly string[] = ['free_customer_service', 'free_entry_point']
/** Price category in which each WhatsApp number has some free messages per month. */
export const FREE_QUOTA_CATEGORY = 'service'
export const MICROS_PER_REAL = 1_000_000

/**
 * Returns the newest price that is valid on the day. An organisation's own price has priority over the default price (seed-rates.ts).
 * Returns null if there is neither.
 */
export function findRate({ ownRates, day }: RatesForDay, subject: RateSubject, name = ''): DatedRate | null {
  for (const rates of [ownRates, SEED_RATES]) {
    const validRates = rates.filter((rate) => rate.subject === subject && rate.name === name && rate.valid_from <= day)
    const newest = validRates.toSorted((a, b) => a.valid_from.localeCompare(b.valid_from)).at(-1)
    if (newest) return newest
  }
  return null
}

/** Converts an amount to millionths of a real. Returns null for dollars if the organisation has no exchange rate. */
export function toMicroBrl(prices: RatesForDay, amount: number, currency: Currency): number | null {
  const dollar = currency === 'BRL' ? 1 : findRate(prices, 'dollar')?.price
  return dollar === undefined ? null : Math.round(amount * dollar * MICROS_PER_REAL)
}

/**
 * Returns Meta's price for a delivered message in millionths of a real, null if unknown. `isQuotaEligible`: whether the message counts
 * towards the free messages of the month.
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
 * Returns the cost of a model request in millionths of a real. Uses the prices per token if both are known, otherwise the cost that the
 * model's provider reported. Returns null if neither is known.
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
 * Returns the cost of a transcription in millionths of a real. Prices are per minute of audio. `defaultRate` applies if the organisation
 * has no own price. Returns null if price or length is unknown.
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
