import { TZDate } from '@date-fns/tz'
import { type Mention, meant, mentionsOf, withoutFarewells } from './mentions.ts'
import PATTERNS from './patterns/days.json' with { type: 'json' }
import { patternsOf } from './patterns.ts'
import { NUMBER_WORDS } from './words.ts'

/**
 * A calendar day as midnight UTC. Only the current day depends on a time zone. Dates with a zone are a hundred times slower, and one
 * message may contain hundreds.
 */
export type CivilDay = Date

/** Why a written date is not possible: it does not exist, or it is over. */
export type Refused = 'none' | 'past'

const WEEKDAY_NAMES = 'domingo segunda terça quarta quinta sexta sábado'.split(' ')
const DAY_MS = 86_400_000
/** Days for which a past date without a year counts as a mistake. An older one means next year. */
const JUST_PAST_DAYS = 60
/** Days from today after which a date is shown with its year. */
const FAR_DAYS = 180

export const civil = (year: number, month: number, day: number): CivilDay => new Date(Date.UTC(year, month, day))
export const plusDays = (day: CivilDay, days: number): CivilDay => new Date(day.getTime() + days * DAY_MS)
export const isRefused = (day: unknown): day is Refused => day === 'none' || day === 'past'

const daysAfter = (day: CivilDay, today: CivilDay): number => (day.getTime() - today.getTime()) / DAY_MS

/** Formats a day: 'terça, 24/11', with the year if it is far from `today`. */
const shownDay = (day: CivilDay, today: CivilDay = day): { text: string; date: string } => {
  const date = day.toISOString().slice(0, 10)
  const year = daysAfter(day, today) > FAR_DAYS ? `/${date.slice(0, 4)}` : ''
  return { text: `${WEEKDAY_NAMES[day.getUTCDay()]}, ${date.slice(8)}/${date.slice(5, 7)}${year}`, date }
}

/** Returns the first of the days that exists and is not over. */
const firstAhead = (today: CivilDay, day: number, tries: readonly CivilDay[]): CivilDay | Refused => {
  const real = tries.filter((tried) => day > 0 && tried.getUTCDate() === day)
  return real.length === 0 ? 'none' : (real.find((tried) => tried >= today) ?? 'past')
}

/** Returns day `day` of the first of the months that has it; 0 is the current month. */
const inMonth = (today: CivilDay, day: number, months: readonly number[]): CivilDay | Refused =>
  firstAhead(
    today,
    day,
    months.map((later) => civil(today.getUTCFullYear(), today.getUTCMonth() + later, day)),
  )

/** Returns day `day` of `month` (from 0) in the given year, or in the next year in which it lies ahead. */
const inYear = (today: CivilDay, day: number, month: number, year: number | null): CivilDay | Refused => {
  if (month < 0 || month > 11) return 'none'
  if (year !== null) return firstAhead(today, day, [civil(year, month, day)])
  const thisYear = today.getUTCFullYear()
  const isOver = [thisYear - 1, thisYear].some((tried) => {
    const after = daysAfter(civil(tried, month, day), today)
    return after < 0 && after >= -JUST_PAST_DAYS
  })
  const found = firstAhead(today, day, [civil(thisYear, month, day), civil(thisYear + 1, month, day)])
  return isOver && found !== 'none' ? 'past' : found
}

/**
 * A day as people write it. `any`: every day suits; `vague`: a span that needs a day; `none` and `past`: a day that does not exist or is
 * over. The latter two are returned too, so that no other day is read from the same text.
 */
export interface NamedDay {
  readonly kind: 'day' | 'any' | 'vague' | Refused
  /** Text for the lead: 'terça, 24/11', 'qualquer dia', 'na semana que vem', 'o dia 30/02'. */
  readonly text: string
  /** The day as `yyyy-MM-dd`, or null if it is not a single day. */
  readonly date: string | null
}

const NUMBERS = Object.keys(NUMBER_WORDS).join('|')
const SAID = patternsOf(PATTERNS, { ...PATTERNS, '<numbers>': NUMBERS }, 'g')
const MONTHS = PATTERNS['<months>'].split('|')
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

/** Cheap test: a line without a match names no day. */
const NAMES_A_DAY =
  /\d|\b(amanha|hoje|ontem|daqui|primeiro|agora|dom|seg|ter|tersa|qua|qui|qinta|sex|sesta|sab|semana|mes|dias?|tanto faz|qualquer|voces?|o que for|domingo|segunda|terca|quarta|quinta|sexta|sabado)\b/

const shown = (day: CivilDay): NamedDay => ({ kind: 'day', ...shownDay(day) })
const settled = (day: CivilDay | Refused, today: CivilDay, written: string): NamedDay =>
  isRefused(day) ? { kind: day, text: `o dia ${written}`, date: null } : { kind: 'day', ...shownDay(day, today) }

const span =
  (text: string, kind: NamedDay['kind'] = 'vague') =>
  (): NamedDay => ({ kind, text, date: null })

/** Returns all days that a normalized line names. */
export const daysIn = (folded: string, now: Date, timeZone: string): Mention<NamedDay>[] => {
  if (!NAMES_A_DAY.test(folded)) return []
  const zoned = new TZDate(now.getTime(), timeZone)
  const today = civil(zoned.getFullYear(), zoned.getMonth(), zoned.getDate())
  // Ordinal signs become letters. Removed farewells keep their length, so that positions stay valid.
  const text = withoutFarewells(folded).replaceAll('ª', 'a').replaceAll('º', 'o')
  const isNextWeek = /\b(semana que vem|proxima semana|outra semana|da outra)\b/.test(folded)
  const weekday = (index: number) => (): NamedDay => {
    const weekdayNow = today.getUTCDay()
    const ahead = (index - weekdayNow + 7) % 7 || 7
    const skips = isNextWeek && index > weekdayNow && weekdayNow !== 0
    return shown(plusDays(today, ahead + (skips ? 7 : 0)))
  }
  const numberOf = (day: string | undefined) => (day === 'primeiro' ? 1 : Number(day))
  const ofMonth = (day: string | undefined, month: string | undefined): NamedDay => {
    const later = /que vem|proximo|outro|seguinte/.test(month ?? '') ? 1 : 0
    return settled(inMonth(today, numberOf(day), [later]), today, String(numberOf(day)))
  }
  const byMonth = ([, day, name]: readonly string[]): NamedDay => {
    const month = MONTHS.indexOf(name ?? '')
    const written = `${numberOf(day)}/${String(month + 1).padStart(2, '0')}`
    return settled(inYear(today, numberOf(day), month, null), today, written)
  }
  const byNumbers = ([, named, day, month, year]: readonly string[]): NamedDay | null => {
    if (!named && Number(month) > 12) return null
    const found = inYear(today, Number(day), Number(month) - 1, year ? Number(year.padStart(4, '20')) : null)
    return settled(found, today, [day, month, year].filter(Boolean).join('/'))
  }
  const inSoLong = ([, count = '', unit]: readonly string[]): NamedDay =>
    settled(plusDays(today, (NUMBER_WORDS[count] ?? Number(count)) * (unit?.startsWith('semana') ? 7 : 1)), today, '')
  return mentionsOf<NamedDay>(text, [
    [SAID.afterTomorrow, () => shown(plusDays(today, 2))],
    [SAID.tomorrow, () => shown(plusDays(today, 1))],
    [SAID.inSoLong, inSoLong],
    [SAID.byNumbers, byNumbers],
    [SAID.byMonth, byMonth],
    [SAID.ofTheMonth, ([, named, day, month]) => ofMonth(named ?? day, month)],
    [SAID.monthAndDay, ([, month, day]) => ofMonth(day, month)],
    [SAID.byDay, ([, day]) => settled(inMonth(today, numberOf(day), [0, 1, 2]), today, day ?? '')],
    [SAID.yesterday, span('ontem', 'past')],
    ...WEEKDAYS.map((name, index) => [SAID[name], weekday(index)] as const),
    [SAID.today, () => shown(today)],
    [SAID.anyDay, span('qualquer dia', 'any')],
    [SAID.nextWeek, span('na semana que vem')],
    [SAID.weekend, span('no fim de semana')],
    [SAID.thisWeek, span('nesta semana')],
    [SAID.nextMonth, span('no mês que vem')],
  ])
}

/**
 * Returns the day that a normalized line means, or null. Prefers an exact day over a span. An impossible day counts only if no other is
 * named.
 */
export const dayIn = (folded: string, now: Date, timeZone: string): NamedDay | null => {
  const mentions = daysIn(folded, now, timeZone)
  const exact = mentions.filter(({ value }) => value.kind === 'day')
  const refused = mentions.filter(({ value }) => isRefused(value.kind))
  const others = mentions.filter(({ value }) => value.kind !== 'day')
  return meant(folded, exact) ?? meant(folded, refused) ?? meant(folded, others)
}
