import type { CostSummary } from '@prosa/contract/entities/reports/cost'
import { formatReais } from '../../shared/formatting/format-money.ts'

const DAY_FORMAT = new Intl.DateTimeFormat('pt-BR', { day: '2-digit', month: '2-digit' })
const PERCENT_FORMAT = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 })
/** Milliseconds subtracted from the exclusive end of the period to get a time within its last day. */
const EXCLUSIVE_END_OFFSET_MS = 1

/** Describes what Meta charged for messages in a period, and the difference to the costs that the server counted (COST-08). */
export function formatMetaBill({
  from,
  to,
  meta_micro_brl: meta,
  ours_micro_brl: ours,
}: NonNullable<CostSummary['bill']>): string {
  const days = `${DAY_FORMAT.format(new Date(from))} a ${DAY_FORMAT.format(Date.parse(to) - EXCLUSIVE_END_OFFSET_MS)}`
  const comparison = `Pela Meta, as mensagens de ${days} custaram ${formatReais(meta)}; contamos ${formatReais(ours)}`
  if (meta === 0) return `${comparison}.`
  return `${comparison} (diferença de ${PERCENT_FORMAT.format((Math.abs(meta - ours) / meta) * 100)} %).`
}
