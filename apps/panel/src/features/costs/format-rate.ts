import type { DatedRate } from '@prosa/contract/entities/reports/cost'
import { formatPrice } from '../../shared/formatting/format-money.ts'

const countFormat = new Intl.NumberFormat('pt-BR')

export const formatRate = ({ subject, price, currency }: DatedRate): string =>
  subject === 'free_messages' ? countFormat.format(price) : formatPrice(price, currency)
