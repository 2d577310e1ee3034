import { getAgentTypeLabel } from '@prosa/contract/entities/agents/agent'
import { getStageLabel } from '@prosa/contract/entities/conversations/conversation'
import Papa from 'papaparse'
import { downloadContent } from '../../shared/browser/download-file.ts'
import { FIGURE_RULES } from './figures.ts'
import type { DashboardSummary } from './queries.ts'

/**
 * Byte-order mark, which spreadsheets need to read accents. Spreadsheets in Portuguese also expect `;` between cells and `,` before
 * decimals.
 */
const BYTE_ORDER_MARK = '\uFEFF'

const formatDecimal = (value: number | null, digits = 0): string =>
  value === null ? '' : value.toFixed(digits).replace('.', ',')
const formatPercent = (share: number | null): string => formatDecimal(share === null ? null : share * 100, 1)
const formatSeconds = (ms: number | null): string => formatDecimal(ms === null ? null : ms / 1_000, 1)

const UNITS = { count: '', duration: ' (segundos)', share: ' (%)' } as const
const FORMAT_BY_KIND = { count: formatDecimal, duration: formatSeconds, share: formatPercent } as const

/** Returns all data of the dashboard as a CSV file: one block of rows per section, separated by empty rows. */
export function buildDashboardCsv({ period, figures, messagesPerDay, heatMap, funnel, agents }: DashboardSummary): string {
  const blocks: string[][][] = [
    [
      ['Indicador', `${period.from} a ${period.to}`, `${period.previousFrom} a ${period.previousTo}`],
      ...FIGURE_RULES.map(({ key, label, kind }) => {
        const { value, previous } = figures[key]
        return [label + UNITS[kind], FORMAT_BY_KIND[kind](value), FORMAT_BY_KIND[kind](previous)]
      }),
    ],
    [['Dia', 'Recebidas', 'Enviadas'], ...messagesPerDay.map((day) => [day.day, formatDecimal(day.in), formatDecimal(day.out)])],
    [
      ['Dia da semana (0 = domingo)', 'Hora', 'Mensagens de leads'],
      ...heatMap.map(({ weekday, hour, count }) => [formatDecimal(weekday), formatDecimal(hour), formatDecimal(count)]),
    ],
    [
      ['Etapa', 'Leads', 'Conversão (%)'],
      ...funnel.map(({ stage, leads, conversion }) => [getStageLabel(stage), formatDecimal(leads), formatPercent(conversion)]),
    ],
    [
      ['Agente', 'Tipo', 'Novos leads', 'Conversas', 'Recebidas', 'Enviadas', 'Só com a IA (%)', 'Reuniões'],
      ...agents.map((agent) => [
        agent.name,
        getAgentTypeLabel(agent.type),
        formatDecimal(agent.newLeads),
        formatDecimal(agent.conversations),
        formatDecimal(agent.messagesIn),
        formatDecimal(agent.messagesOut),
        formatPercent(agent.handledByAiShare),
        formatDecimal(agent.meetingsBooked),
      ]),
    ],
  ]
  const rows = blocks.flatMap((block, index) => (index === 0 ? block : [[''], ...block]))
  // `escapeFormulae` prevents spreadsheets from executing a name that begins like a formula.
  return BYTE_ORDER_MARK + Papa.unparse(rows, { delimiter: ';', newline: '\r\n', escapeFormulae: true })
}

export function downloadDashboardCsv(summary: DashboardSummary): void {
  downloadContent(
    `prosa-dashboard-${summary.period.from}-a-${summary.period.to}.csv`,
    buildDashboardCsv(summary),
    'text/csv;charset=utf-8',
  )
}
