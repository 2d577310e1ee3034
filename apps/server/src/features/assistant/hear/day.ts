import { TZDate } from '@date-fns/tz'
import { type Mention, meant, mentionsOf } from './mentions.ts'

/** A day as people write it. `any`: every day suits; `vague`: a span that still needs a day. */
export interface HeardDay {
  readonly kind: 'day' | 'any' | 'vague'
  /** What the agent writes back: 'terça, 24/11', 'qualquer dia', 'na semana que vem'. */
  readonly text: string
  /** The civil day, `yyyy-MM-dd`, when it is one. */
  readonly date: string | null
}

const WEEKDAYS: ReadonlyArray<readonly [RegExp, 0 | 1 | 2 | 3 | 4 | 5 | 6]> = [
  [/\b(domingo|dom)\b(?! pedro| casmurro)/g, 0],
  [/\b(segunda-feira|segunda feira|segunda|seg|2a feira)\b(?! (opcao|vez|parcela|unidade|via|filial|mao|quinzena))/g, 1],
  [
    /\b(terca-feira|terca feira|terca|tersa|3a feira)\b(?! (parte|opcao|vez))|(?:^|\bna )ter\b(?= ?$| ?,| as| \d| de (manha|tarde))/g,
    2,
  ],
  [/\b(quarta-feira|quarta feira|quarta|qua|4a feira)\b(?! (parte|vez))/g, 3],
  [/\b(quinta-feira|quinta feira|quinta|qinta|qui|5a feira)\b/g, 4],
  [/\b(sexta-feira|sexta feira|sexta|sesta|sex|6a feira)\b/g, 5],
  [/\b(sabado|sab)\b/g, 6],
]

/** Nearly every line names no day: this spares them the reading. */
const NAMES_A_DAY =
  /\d|\b(amanha|hoje|agora|dom|seg|ter|tersa|qua|qui|qinta|sex|sesta|sab|semana|mes|dias?|tanto faz|qualquer|voces?|o que for|domingo|segunda|terca|quarta|quinta|sexta|sabado)\b/

const MONTHS = 'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ')

const OF_MONTH = new RegExp(`\\b(?:dia )?(\\d{1,2})o? de (${MONTHS.join('|')})\\b`, 'g')

const WEEKDAY_NAMES = 'domingo segunda terça quarta quinta sexta sábado'.split(' ')
const DAY_MS = 86_400_000

/**
 * Days are reckoned as civil ones, at midnight UTC: which day it is today asks for a time zone, once, and no other day does. A date in a
 * zone costs a hundred times as much, and one message has room for hundreds.
 */
type CivilDay = Date

const civil = (year: number, month: number, day: number): CivilDay => new Date(Date.UTC(year, month, day))
const plusDays = (day: CivilDay, days: number): CivilDay => new Date(day.getTime() + days * DAY_MS)

const shown = (day: CivilDay): HeardDay => {
  const date = day.toISOString().slice(0, 10)
  return { kind: 'day', text: `${WEEKDAY_NAMES[day.getUTCDay()]}, ${date.slice(8)}/${date.slice(5, 7)}`, date }
}

const span =
  (text: string, kind: HeardDay['kind'] = 'vague') =>
  (): HeardDay => ({ kind, text, date: null })

/** Day `day` of `month` (from 0), or of the next month that has it ahead; null when there is no such day. */
const numbered = (today: CivilDay, day: number, month: number | null, year: number | null): HeardDay | null => {
  if (month !== null && (month < 0 || month > 11)) return null
  const thisYear = today.getUTCFullYear()
  const tries =
    month === null
      ? [0, 1, 2].map((later) => civil(thisYear, today.getUTCMonth() + later, day))
      : year === null
        ? [civil(thisYear, month, day), civil(thisYear + 1, month, day)]
        : [civil(year, month, day)]
  const date = tries.find((tried) => tried.getUTCDate() === day && tried >= today)
  return date ? shown(date) : null
}

/** Every day that a folded line names. */
export const daysIn = (folded: string, now: Date, timeZone: string): Mention<HeardDay>[] => {
  if (!NAMES_A_DAY.test(folded)) return []
  const zoned = new TZDate(now.getTime(), timeZone)
  const today = civil(zoned.getFullYear(), zoned.getMonth(), zoned.getDate())
  const isNextWeek = /\b(semana que vem|proxima semana|outra semana|da outra)\b/.test(folded)
  const weekday = (index: 0 | 1 | 2 | 3 | 4 | 5 | 6) => (): HeardDay => {
    const weekdayNow = today.getUTCDay()
    const ahead = (index - weekdayNow + 7) % 7 || 7
    const skips = isNextWeek && index > weekdayNow && weekdayNow !== 0
    return shown(plusDays(today, ahead + (skips ? 7 : 0)))
  }
  return mentionsOf<HeardDay>(folded, [
    [/\bdepois de amanha\b/g, () => shown(plusDays(today, 2))],
    [/\bamanha\b/g, () => shown(plusDays(today, 1))],
    [
      /\b(?:dia )?(\d{1,2})\/(\d{1,2})(?:\/(\d{2,4}))?\b/g,
      ([, day, month, year]) => numbered(today, Number(day), Number(month) - 1, year ? Number(year.padStart(4, '20')) : null),
    ],
    [OF_MONTH, ([, day, month]) => numbered(today, Number(day), MONTHS.indexOf(month ?? ''), null)],
    [/\bdia (\d{1,2})\b(?! ?h)/g, ([, day]) => numbered(today, Number(day), null, null)],
    ...WEEKDAYS.map(([pattern, index]) => [pattern, weekday(index)] as const),
    [/\b(hoje|ainda hoje|(?:pode ser|tem que ser|liga\w*|ja) agora)\b|^agora( mesmo)?$/g, () => shown(today)],
    [
      /\b(qualquer dia|todo dia|todos os dias|qualquer um|tanto faz|(voce|voces) (que )?(escolhem?|sabem?)|o que for melhor)\b/g,
      span('qualquer dia', 'any'),
    ],
    [/\b(semana que vem|proxima semana)\b/g, span('na semana que vem')],
    [/\b(fim|final) de semana\b/g, span('no fim de semana')],
    [/\b(essa|esta|nesta|nessa) semana\b/g, span('nesta semana')],
    [/\b(mes que vem|proximo mes)\b/g, span('no mês que vem')],
  ])
}

/** The day that a folded line is for; of a day and its week, the day. */
export const dayIn = (folded: string, now: Date, timeZone: string): HeardDay | null => {
  const mentions = daysIn(folded, now, timeZone)
  const exact = mentions.filter(({ value }) => value.kind === 'day')
  return (
    meant(folded, exact) ??
    meant(
      folded,
      mentions.filter((mention) => !exact.includes(mention)),
    )
  )
}
