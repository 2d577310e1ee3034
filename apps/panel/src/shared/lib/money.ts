import type { CostSum, Currency } from '@prosa/contract/entities/cost'

const MICRO = 1_000_000
const MICRO_OF_CENTAVO = 10_000
/** Tenths of a centavo in a real, and millionths in one of them. */
const TENTHS = 1_000
const MICRO_OF_TENTH = MICRO / TENTHS

const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
const counted = new Intl.NumberFormat('pt-BR')

/** 'R$ 0,87'; what is there and smaller than a centavo is not shown as nothing. */
export const reaisText = (micro: number): string =>
  micro > 0 && micro < MICRO_OF_CENTAVO ? `menos de ${reais.format(0.01)}` : reais.format(micro / MICRO)

/** A price as it was set: up to six decimals, two at least. */
export const priceText = (price: number, currency: Currency): string =>
  new Intl.NumberFormat('pt-BR', { style: 'currency', currency, minimumFractionDigits: 2, maximumFractionDigits: 6 }).format(
    price,
  )

/** What one thing cost, to a tenth of a centavo, as messages are priced; below that it is only little. */
export const costText = (micro: number): string =>
  micro < MICRO_OF_TENTH ? reaisText(micro) : `cerca de ${priceText(Math.round(micro / MICRO_OF_TENTH) / TENTHS, 'BRL')}`

/** What a sum leaves out or may yet change (COST-07): '3 sem preço', '2 ainda estimados'; null where it is whole. */
export function openText({ unpriced, estimated }: CostSum): string | null {
  const parts = [
    unpriced > 0 && `${counted.format(unpriced)} sem preço`,
    estimated > 0 && `${counted.format(estimated)} ${estimated === 1 ? 'ainda estimado' : 'ainda estimados'}`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' · ') : null
}

/** A sum in one line; where nothing in it has a price, that alone is said. */
export const sumText = (sum: CostSum): string =>
  sum.count > 0 && sum.unpriced === sum.count ? 'Sem preço' : reaisText(sum.micro_brl)
