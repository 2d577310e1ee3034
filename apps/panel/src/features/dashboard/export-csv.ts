import { agentTypeLabel } from '@prosa/contract/entities/agent'
import { stageLabel } from '@prosa/contract/entities/conversation'
import Papa from 'papaparse'
import { saveFile } from '../../shared/lib/save-file.ts'
import { FIGURES } from './figures.ts'
import type { Summary } from './queries.ts'

/** Spreadsheets in Portuguese expect `;` between cells, `,` before decimals, and a byte-order mark for accents. */
const BYTE_ORDER_MARK = '\uFEFF'

const decimal = (value: number | null, digits = 0): string => (value === null ? '' : value.toFixed(digits).replace('.', ','))
const percent = (share: number | null): string => decimal(share === null ? null : share * 100, 1)
const seconds = (ms: number | null): string => decimal(ms === null ? null : ms / 1_000, 1)

const UNITS = { count: '', duration: ' (segundos)', share: ' (%)' } as const
const TEXT = { count: decimal, duration: seconds, share: percent } as const

/** Returns all data of the page as one CSV file: a block of rows per section, separated by empty rows. */
export function csvOf({ period, figures, messagesPerDay, heatMap, funnel, agents }: Summary): string {
  const blocks: string[][][] = [
    [
      ['Indicador', `${period.from} a ${period.to}`, `${period.previousFrom} a ${period.previousTo}`],
      ...FIGURES.map(({ key, label, kind }) => {
        const { value, previous } = figures[key]
        return [label + UNITS[kind], TEXT[kind](value), TEXT[kind](previous)]
      }),
    ],
    [['Dia', 'Recebidas', 'Enviadas'], ...messagesPerDay.map((day) => [day.day, decimal(day.in), decimal(day.out)])],
    [
      ['Dia da semana (0 = domingo)', 'Hora', 'Mensagens de leads'],
      ...heatMap.map(({ weekday, hour, count }) => [decimal(weekday), decimal(hour), decimal(count)]),
    ],
    [
      ['Etapa', 'Leads', 'Conversão (%)'],
      ...funnel.map(({ stage, leads, conversion }) => [stageLabel(stage), decimal(leads), percent(conversion)]),
    ],
    [
      ['Agente', 'Tipo', 'Novos leads', 'Conversas', 'Recebidas', 'Enviadas', 'Só com a IA (%)', 'Reuniões'],
      ...agents.map((agent) => [
        agent.name,
        agentTypeLabel(agent.type),
        decimal(agent.newLeads),
        decimal(agent.conversations),
        decimal(agent.messagesIn),
        decimal(agent.messagesOut),
        percent(agent.handledByAiShare),
        decimal(agent.meetingsBooked),
      ]),
    ],
  ]
  const rows = blocks.flatMap((block, at) => (at === 0 ? block : [[''], ...block]))
  // `escapeFormulae` keeps a name that begins like a formula from being executed.
  return BYTE_ORDER_MARK + Papa.unparse(rows, { delimiter: ';', newline: '\r\n', escapeFormulae: true })
}

export function saveCsv(summary: Summary): void {
  saveFile(`prosa-dashboard-${summary.period.from}-a-${summary.period.to}.csv`, csvOf(summary), 'text/csv;charset=utf-8')
}
