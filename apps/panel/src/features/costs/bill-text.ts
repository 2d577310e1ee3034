import type { CostSummary } from '@prosa/contract/entities/cost'
import { reaisText } from '../../shared/lib/money.ts'

const DAY = new Intl.DateTimeFormat('pt-BR', { day: '2-digit', month: '2-digit' })
const PERCENT = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 })
/** The end is exclusive, so the last day is the one just before it. */
const JUST_BEFORE_MS = 1

/** Describes what Meta billed for messages, and the difference to the counted costs (COST-08). */
export function billText({ from, to, meta_micro_brl: meta, ours_micro_brl: ours }: NonNullable<CostSummary['bill']>): string {
  const days = `${DAY.format(new Date(from))} a ${DAY.format(Date.parse(to) - JUST_BEFORE_MS)}`
  const said = `Pela Meta, as mensagens de ${days} custaram ${reaisText(meta)}; contamos ${reaisText(ours)}`
  if (meta === 0) return `${said}.`
  return `${said} (diferença de ${PERCENT.format((Math.abs(meta - ours) / meta) * 100)} %).`
}
