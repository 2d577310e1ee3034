import type { Currency, RateOfDay, RateSubject } from '@prosa/contract/entities/cost'
import type { ModelSpent } from '../../kernel/language-model.ts'
import type { MetaCharge } from './ports.ts'
import { SEED_RATES } from './seed-rates.ts'

/** The prices that an organisation has on a day. */
export interface PricesOfDay {
  own: readonly RateOfDay[]
  day: string
}

/** Types of Meta's that cost nothing, whatever the category. */
const FREE_TYPES: readonly string[] = ['free_customer_service', 'free_entry_point']
/** The category of which a number has some free in a month. */
export const FREEABLE = 'service'
/** Sums are kept in millionths. */
export const MICRO = 1_000_000

/** The newest that holds: an own one where there is any, else what came with the product. */
export function rateOn({ own, day }: PricesOfDay, subject: RateSubject, name = ''): RateOfDay | null {
  for (const rates of [own, SEED_RATES]) {
    const holding = rates.filter((rate) => rate.subject === subject && rate.name === name && rate.valid_from <= day)
    const newest = holding.toSorted((a, b) => a.valid_from.localeCompare(b.valid_from)).at(-1)
    if (newest) return newest
  }
  return null
}

/** In millionths of a real; null where the dollar has no price. */
export function inMicroBrl(prices: PricesOfDay, amount: number, currency: Currency): number | null {
  const dollar = currency === 'BRL' ? 1 : rateOn(prices, 'dollar')?.price
  return dollar === undefined ? null : Math.round(amount * dollar * MICRO)
}

/** What Meta asks for a message that arrives. `isFreeable`: one of those of which a number has some free in a month. */
export function priceOfMessage(
  prices: PricesOfDay,
  { category, type }: Pick<MetaCharge, 'category' | 'type'>,
): { microBrl: number | null; isFreeable: boolean } {
  if (type !== null && FREE_TYPES.includes(type)) return { microBrl: 0, isFreeable: false }
  const rate = rateOn(prices, 'category', category)
  const microBrl = rate && inMicroBrl(prices, rate.price, rate.currency)
  return { microBrl, isFreeable: category === FREEABLE }
}

/** What a model's tokens cost: by the organisation's prices where it has both, else as it was told, in the currency of the server's prices. */
export function priceOfTokens(
  prices: PricesOfDay,
  model: string | null,
  { inputTokens, outputTokens, cost }: ModelSpent,
  told: Currency,
): number | null {
  const [input, output] = [rateOn(prices, 'model_input', model ?? ''), rateOn(prices, 'model_output', model ?? '')]
  if (!input || !output || inputTokens === null || outputTokens === null)
    return cost === null ? null : inMicroBrl(prices, cost, told)
  const parts = [
    inMicroBrl(prices, (inputTokens / 1e6) * input.price, input.currency),
    inMicroBrl(prices, (outputTokens / 1e6) * output.price, output.currency),
  ]
  return parts.reduce((sum, part) => (sum === null || part === null ? null : sum + part), 0)
}

/** What a sound's transcription costs, by the minute; `told` is the server's own price. */
export function priceOfSound(
  prices: PricesOfDay,
  seconds: number | null,
  told: { price: number | null; currency: Currency },
): number | null {
  const rate = rateOn(prices, 'transcript')
  const price = rate?.price ?? told.price
  if (price === null || seconds === null) return null
  return inMicroBrl(prices, (price * seconds) / 60, rate?.currency ?? told.currency)
}
