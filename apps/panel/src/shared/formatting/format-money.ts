import type { CostSum, Currency } from '@prosa/contract/entities/reports/cost'

const MICROS_PER_REAL = 1_000_000
const MICROS_PER_CENTAVO = 10_000
/** Tenths of a centavo per real, and millionths of a real per tenth of a centavo. */
const TENTH_CENTAVOS_PER_REAL = 1_000
const MICROS_PER_TENTH_CENTAVO = MICROS_PER_REAL / TENTH_CENTAVOS_PER_REAL

const reaisFormat = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
const countFormat = new Intl.NumberFormat('pt-BR')

/** Formats an amount as 'R$ 0,87', or as 'menos de R$ 0,01' between zero and one centavo. `micro`: millionths of a real. */
export const formatReais = (micro: number): string =>
  micro > 0 && micro < MICROS_PER_CENTAVO ? `menos de ${reaisFormat.format(0.01)}` : reaisFormat.format(micro / MICROS_PER_REAL)

/** Formats a price with two to six decimals. */
export const formatPrice = (price: number, currency: Currency): string =>
  new Intl.NumberFormat('pt-BR', { style: 'currency', currency, minimumFractionDigits: 2, maximumFractionDigits: 6 }).format(
    price,
  )

/** Formats the cost of one item, rounded to a tenth of a centavo. `micro`: millionths of a real. */
export const formatItemCost = (micro: number): string =>
  micro < MICROS_PER_TENTH_CENTAVO
    ? formatReais(micro)
    : `cerca de ${formatPrice(Math.round(micro / MICROS_PER_TENTH_CENTAVO) / TENTH_CENTAVOS_PER_REAL, 'BRL')}`

/**
 * Describes how many items of a sum have no price and how many have an estimated price (COST-07): '3 sem preço · 2 ainda estimados'.
 * Returns null if there are no such items.
 */
export function formatOpenCosts({ unpriced, estimated }: CostSum): string | null {
  const parts = [
    unpriced > 0 && `${countFormat.format(unpriced)} sem preço`,
    estimated > 0 && `${countFormat.format(estimated)} ${estimated === 1 ? 'ainda estimado' : 'ainda estimados'}`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' · ') : null
}

/** Formats a sum of costs, or returns 'Sem preço' if no item of the sum has a price. */
export const formatCostSum = (sum: CostSum): string =>
  sum.count > 0 && sum.unpriced === sum.count ? 'Sem preço' : formatReais(sum.micro_brl)
