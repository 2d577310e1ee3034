import type { RateOfDay } from '@prosa/contract/entities/cost'
import { priceText } from '../../shared/lib/money.ts'

const counted = new Intl.NumberFormat('pt-BR')

export const rateText = ({ subject, price, currency }: RateOfDay): string =>
  subject === 'free_messages' ? counted.format(price) : priceText(price, currency)
