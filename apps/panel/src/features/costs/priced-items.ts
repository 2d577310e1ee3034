import type { DatedRate, Rate, RateSubject } from '@prosa/contract/entities/reports/cost'

/** Item for which a price can be set, with its label. */
export interface PricedItem {
  readonly subject: RateSubject
  readonly name: string
  readonly label: string
  /** Text for the unit of the price, such as 'por minuto'. */
  readonly unit: string
  /** Text that is shown if the item has no price. */
  readonly noPriceLabel: string
}

const CATEGORY_LABELS: Readonly<Record<string, string>> = {
  service: 'Mensagem de atendimento',
  utility: 'Modelo de utilidade',
  marketing: 'Modelo de marketing',
  authentication: 'Modelo de autenticação',
}

const UNPRICED_LABEL = 'Sem preço'
const SERVER_PRICE_LABEL = 'O que o servidor informa'

const createCategoryItem = (name: string): PricedItem => ({
  subject: 'category',
  name,
  label: CATEGORY_LABELS[name] ?? `Categoria ${name}`,
  unit: 'por mensagem entregue',
  noPriceLabel: UNPRICED_LABEL,
})
const createModelItems = (name: string): PricedItem[] => [
  {
    subject: 'model_input',
    name,
    label: `${name}: tokens lidos`,
    unit: 'por milhão de tokens',
    noPriceLabel: SERVER_PRICE_LABEL,
  },
  {
    subject: 'model_output',
    name,
    label: `${name}: tokens escritos`,
    unit: 'por milhão de tokens',
    noPriceLabel: SERVER_PRICE_LABEL,
  },
]
const SINGLE_ITEMS: readonly PricedItem[] = [
  { subject: 'transcript', name: '', label: 'Transcrição de áudio', unit: 'por minuto', noPriceLabel: SERVER_PRICE_LABEL },
  { subject: 'dollar', name: '', label: 'Dólar', unit: 'por US$ 1', noPriceLabel: UNPRICED_LABEL },
  {
    subject: 'free_messages',
    name: '',
    label: 'Atendimento grátis',
    unit: 'mensagens por número e mês',
    noPriceLabel: 'Nenhuma',
  },
]

/** Returns all items for which a price can be set: message categories, language models and single items. */
export function listPricedItems(rates: readonly Rate[], models: readonly string[]): PricedItem[] {
  const getRateNames = (subject: RateSubject) => rates.filter((rate) => rate.subject === subject).map(({ name }) => name)
  const categories = new Set([...Object.keys(CATEGORY_LABELS), ...getRateNames('category')])
  const modelNames = new Set([...models, ...getRateNames('model_input'), ...getRateNames('model_output')])
  return [...[...categories].map(createCategoryItem), ...[...modelNames].flatMap(createModelItems), ...SINGLE_ITEMS]
}

/**
 * Returns all prices of an item, oldest first, the price that is valid on `day`, and the next price. The current and next price are null if
 * they do not exist.
 */
export function getRateTimeline(rates: readonly Rate[], { subject, name }: Pick<PricedItem, 'subject' | 'name'>, day: string) {
  const itemRates = rates
    .filter((rate) => rate.subject === subject && rate.name === name)
    .sort((a, b) => a.valid_from.localeCompare(b.valid_from))
  const startedRates = itemRates.filter(({ valid_from }) => valid_from <= day)
  return { itemRates, current: startedRates.at(-1) ?? null, next: itemRates[startedRates.length] ?? null }
}

/** Returns the prices that the organisation has set, without the default prices. */
export const filterOwnRates = (rates: readonly Rate[]): DatedRate[] =>
  rates.filter(({ to_check }) => !to_check).map(({ to_check: _ours, ...rate }) => rate)

const MAX_DECIMALS = 6

/** Parses a typed price: '0,035', '1.000', '0.5'. Returns null if the text is invalid. */
export function parsePrice(input: string): number | null {
  const text = input.trim().replace(/^(?:R\$|US\$)\s*/, '')
  if (!/^[\d.,]+$/.test(text)) return null
  // With a comma, dots are thousands separators. Without a comma, a dot is a thousands separator only if three digits follow.
  const decimalText = text.includes(',')
    ? text.replaceAll('.', '').replace(',', '.')
    : text.replace(/^([1-9]\d{0,2})\.(\d{3})$/, '$1$2')
  const price = Number(decimalText)
  const decimals = decimalText.split('.')[1]?.length ?? 0
  return Number.isFinite(price) && decimals <= MAX_DECIMALS ? price : null
}
