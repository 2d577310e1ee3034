import { addDays, differenceInCalendarDays, format, isValid, parseISO } from 'date-fns'

/** Maximum number of days that one request may cover. */
const MAX_PERIOD_DAYS = 366

export const PERIODS = ['hoje', '7d', '30d', '90d', 'personalizado'] as const
export type PeriodName = (typeof PERIODS)[number]

/** First and last day of a period, both inclusive, in the format yyyy-MM-dd. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

/** Period and agent of the dashboard, as stored in the URL. By default, the last 7 days of all agents. */
export interface DashboardChoice {
  readonly periodo?: PeriodName
  readonly de?: string
  readonly ate?: string
  readonly agente?: string
}

export const DEFAULT_PERIOD: PeriodName = '7d'

const PERIOD_LENGTH_DAYS: Readonly<Record<Exclude<PeriodName, 'personalizado'>, number>> = {
  hoje: 1,
  '7d': 7,
  '30d': 30,
  '90d': 90,
}

/** Parses period and agent from the query parameters of the URL. Invalid values are dropped. */
export function parseDashboardChoice(search: Record<string, unknown>): DashboardChoice {
  const { periodo, de, ate, agente } = search
  const isDay = (value: unknown): value is string =>
    typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && isValid(parseISO(value))
  const name = PERIODS.find((period) => period === periodo)
  const isCustomRange = name === 'personalizado' && isDay(de) && isDay(ate) && !getDayRangeProblem({ from: de, to: ate })
  return {
    ...(isCustomRange ? { periodo: name, de, ate } : name && name !== 'personalizado' ? { periodo: name } : {}),
    ...(typeof agente === 'string' || typeof agente === 'number' ? { agente: String(agente) } : {}),
  }
}

/** Returns today's date in the organisation's time zone, in the format yyyy-MM-dd. */
export const getTodayInTimeZone = (timeZone: string, now: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now)

/** Returns the first and last day of the chosen period. The last day is today, unless the user chose the days. */
export function getDayRange({ periodo = DEFAULT_PERIOD, de, ate }: DashboardChoice, today: string): DayRange {
  if (periodo === 'personalizado' && de && ate) return { from: de, to: ate }
  const length = periodo === 'personalizado' ? PERIOD_LENGTH_DAYS[DEFAULT_PERIOD as '7d'] : PERIOD_LENGTH_DAYS[periodo]
  return { from: format(addDays(parseISO(today), 1 - length), 'yyyy-MM-dd'), to: today }
}

const countDays = ({ from, to }: DayRange): number => differenceInCalendarDays(parseISO(to), parseISO(from)) + 1

/** Returns an error message if the days cannot be requested, otherwise null. */
export function getDayRangeProblem({ from, to }: DayRange): string | null {
  if (!from || !to) return 'Escolha o primeiro e o último dia.'
  const days = countDays({ from, to })
  if (days < 1) return 'O fim vem antes do início.'
  return days > MAX_PERIOD_DAYS ? `Escolha no máximo ${MAX_PERIOD_DAYS} dias.` : null
}

const longDateFormat = new Intl.DateTimeFormat('pt-BR', { day: 'numeric', month: 'long', year: 'numeric' })

/** Formats a period: '14 – 20 de novembro de 2026'. */
export const formatDayRange = ({ from, to }: DayRange): string =>
  from === to ? longDateFormat.format(parseISO(from)) : longDateFormat.formatRange(parseISO(from), parseISO(to))
