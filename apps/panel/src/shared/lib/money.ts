import type { CostSum, Currency } from '@prosa/contract/entities/cost'

const MICRO = 1_000_000
const MICRO_OF_CENTAVO = 10_000
/** Tenths of a centavo per real, and millionths of a real per tenth of a centavo. */
const TENTHS = 1_000
const MICRO_OF_TENTH = MICRO / TENTHS

const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
const counted = new Intl.NumberFormat('pt-BR')

/** Formats an amount as 'R$ 0,87'. An amount above zero and below a centavo is not shown as zero. */
export const reaisText = (micro: number): string =>
  micro > 0 && micro < MICRO_OF_CENTAVO ? `menos de ${reais.format(0.01)}` : reais.format(micro / MICRO)

/** Formats a price with two to six decimals. */
export const priceText = (price: number, currency: Currency): string =>
  new Intl.NumberFormat('pt-BR', { style: 'currency', currency, minimumFractionDigits: 2, maximumFractionDigits: 6 }).format(
    price,
  )

/** Formats the cost of one item to a tenth of a centavo, as messages are priced. A smaller cost is shown as below a centavo. */
export const costText = (micro: number): string =>
  micro < MICRO_OF_TENTH ? reaisText(micro) : `cerca de ${priceText(Math.round(micro / MICRO_OF_TENTH) / TENTHS, 'BRL')}`

/**
 * Describes the part of a sum that has no price or may still change (COST-07): '3 sem preço', '2 ainda estimados'. Returns null if there is
 * none.
 */
export function openText({ unpriced, estimated }: CostSum): string | null {
  const parts = [
    unpriced > 0 && `${counted.format(unpriced)} sem preço`,
    estimated > 0 && `${counted.format(estimated)} ${estimated === 1 ? 'ainda estimado' : 'ainda estimados'}`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' · ') : null
}

/** Formats a sum in one line; 'Sem preço' if nothing in it has a price. */
export const sumText = (sum: CostSum): string =>
  sum.count > 0 && sum.unpriced === sum.count ? 'Sem preço' : reaisText(sum.micro_brl)
