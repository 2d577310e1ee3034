import type { DashboardFigures } from './queries.ts'

type FigureKind = 'count' | 'duration' | 'share'
type Figure = DashboardFigures[keyof DashboardFigures]

export interface FigureRule {
  readonly key: keyof DashboardFigures
  readonly label: string
  readonly hint: string
  readonly kind: FigureKind
  /** Direction of change that is an improvement; null if neither direction is. */
  readonly betterDirection: 'up' | 'down' | null
}

/** Figures of the dashboard in display order: new leads, waiting leads, response times, results. */
export const FIGURE_RULES: readonly FigureRule[] = [
  { key: 'newLeads', label: 'Novos leads', hint: 'Criados no período', kind: 'count', betterDirection: 'up' },
  {
    key: 'activeConversations',
    label: 'Conversas ativas',
    hint: 'O lead escreveu pelo menos uma vez',
    kind: 'count',
    betterDirection: 'up',
  },
  {
    key: 'awaitingAttention',
    label: 'Necessitam atenção',
    hint: 'Agora, entre as conversas não arquivadas',
    kind: 'count',
    betterDirection: null,
  },
  { key: 'meetingsBooked', label: 'Reuniões marcadas', hint: 'Pelo agente ou pela equipe', kind: 'count', betterDirection: 'up' },
  {
    key: 'firstResponseAiMs',
    label: 'Primeira resposta da IA',
    hint: 'Mediana de espera do lead',
    kind: 'duration',
    betterDirection: 'down',
  },
  {
    key: 'firstResponseHumanMs',
    label: 'Primeira resposta da equipe',
    hint: 'Mediana de espera do lead',
    kind: 'duration',
    betterDirection: 'down',
  },
  {
    key: 'handledByAiShare',
    label: 'Só com a IA',
    hint: 'Conversas respondidas sem ninguém da equipe',
    kind: 'share',
    betterDirection: null,
  },
  {
    key: 'takeOvers',
    label: 'Equipe assumiu',
    hint: 'Vezes em que alguém entrou na conversa',
    kind: 'count',
    betterDirection: null,
  },
]

const countFormat = new Intl.NumberFormat('pt-BR')
const percentFormat = new Intl.NumberFormat('pt-BR', { style: 'percent', maximumFractionDigits: 0 })
const pointsFormat = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 })

export const NO_VALUE_TEXT = '—'

export const formatCount = (value: number): string => countFormat.format(value)
export const formatShare = (value: number | null): string => (value === null ? NO_VALUE_TEXT : percentFormat.format(value))

/** Formats a duration by its two largest units: '4 s', '3 min 12 s', '2 h 5 min', '3 d 4 h'. `ms`: milliseconds. */
export function formatFigureDuration(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  if (seconds < 1) return 'menos de 1 s'
  const units = [
    ['d', Math.floor(seconds / 86_400)],
    ['h', Math.floor(seconds / 3_600) % 24],
    ['min', Math.floor(seconds / 60) % 60],
    ['s', seconds % 60],
  ] as const
  const first = units.findIndex(([, amount]) => amount > 0)
  return units
    .slice(first, first + 2)
    .filter(([, amount]) => amount > 0)
    .map(([unit, amount]) => `${amount} ${unit}`)
    .join(' ')
}

/** Formats the value of a figure; returns '—' if the value is null. */
export function formatFigure(kind: FigureKind, value: number | null): string {
  if (value === null) return NO_VALUE_TEXT
  return kind === 'count' ? formatCount(value) : kind === 'share' ? formatShare(value) : formatFigureDuration(value)
}

/** Factor of change above which the difference itself is shown instead of a percentage. */
const MAX_CHANGE_FACTOR = 9.99

export interface FigureChange {
  readonly direction: 'up' | 'down' | 'same'
  readonly text: string
  readonly tone: 'better' | 'worse' | 'neutral'
}

const CHANGE_WORDS: Readonly<Record<FigureKind, Readonly<Record<'up' | 'down', string>>>> = {
  count: { up: 'a mais', down: 'a menos' },
  share: { up: 'a mais', down: 'a menos' },
  duration: { up: 'mais lenta', down: 'mais rápida' },
}

/** Describes how a figure has changed since the previous period. Returns null if a value is missing. */
export function getFigureChange(
  { kind, betterDirection }: Pick<FigureRule, 'kind' | 'betterDirection'>,
  { value, previous }: Figure,
): FigureChange | null {
  if (value === null || previous === null) return null
  const isSame = kind === 'duration' ? formatFigureDuration(value) === formatFigureDuration(previous) : value === previous
  if (isSame) return { direction: 'same', text: 'sem mudança', tone: 'neutral' }
  const direction = value > previous ? 'up' : 'down'
  const tone = betterDirection === null ? 'neutral' : betterDirection === direction ? 'better' : 'worse'
  const difference = Math.abs(value - previous)
  const amount =
    kind === 'share'
      ? `${pointsFormat.format(difference * 100)} p.p.`
      : difference > MAX_CHANGE_FACTOR * previous || (kind === 'duration' && MAX_CHANGE_FACTOR * value < previous)
        ? formatFigure(kind, difference)
        : percentFormat.format(difference / previous)
  return { direction, text: `${amount} ${CHANGE_WORDS[kind][direction]}`, tone }
}
