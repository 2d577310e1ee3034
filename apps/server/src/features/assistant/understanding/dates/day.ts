import { TZDate } from '@date-fns/tz'
import PATTERNS from '../patterns/days.json' with { type: 'json' }
import { compilePatterns } from '../patterns.ts'
import { NUMBER_WORDS } from '../text/word-lists.ts'
import { findMentions, type Mention, maskFarewells, selectMeantValue } from './mentions.ts'

/** A calendar day as midnight UTC. Time zone calculations are a hundred times slower, and a message may contain hundreds of dates. */
export type CivilDay = Date

/** Reason why a date is impossible: 'none' if it does not exist, 'past' if it is over. */
export type ImpossibleDay = 'none' | 'past'

const WEEKDAY_NAMES = 'domingo segunda terça quarta quinta sexta sábado'.split(' ')
const DAY_MS = 86_400_000
/** A date without a year that passed within these days counts as a mistake. An older one means next year. */
const JUST_PAST_DAYS = 60
/** Number of days from today after which dates are shown with the year. */
const SHOW_YEAR_AFTER_DAYS = 180

export const createCivilDay = (year: number, month: number, day: number): CivilDay => new Date(Date.UTC(year, month, day))
export const addCivilDays = (day: CivilDay, days: number): CivilDay => new Date(day.getTime() + days * DAY_MS)
export const isImpossibleDay = (day: unknown): day is ImpossibleDay => day === 'none' || day === 'past'

const countDaysAfter = (day: CivilDay, today: CivilDay): number => (day.getTime() - today.getTime()) / DAY_MS

/** Formats a day as text ('terça, 24/11', with the year if far ahead) and as `yyyy-MM-dd`. */
const formatDay = (day: CivilDay, today: CivilDay = day): { text: string; date: string } => {
  const date = day.toISOString().slice(0, 10)
  const year = countDaysAfter(day, today) > SHOW_YEAR_AFTER_DAYS ? `/${date.slice(0, 4)}` : ''
  return { text: `${WEEKDAY_NAMES[day.getUTCDay()]}, ${date.slice(8)}/${date.slice(5, 7)}${year}`, date }
}

/**
 * Returns the first candidate that exists and is not past, otherwise 'none' or 'past'. `day`: written day of the month; a candidate with
 * another one does not exist (30 February becomes 2 March).
 */
const findFirstUpcoming = (today: CivilDay, day: number, candidates: readonly CivilDay[]): CivilDay | ImpossibleDay => {
  const existingDays = candidates.filter((candidate) => day > 0 && candidate.getUTCDate() === day)
  return existingDays.length === 0 ? 'none' : (existingDays.find((candidate) => candidate >= today) ?? 'past')
}

/** Returns the first upcoming date with this day of the month, otherwise 'none' or 'past'. `months`: offsets from the current month. */
const findDayInMonths = (today: CivilDay, day: number, months: readonly number[]): CivilDay | ImpossibleDay =>
  findFirstUpcoming(
    today,
    day,
    months.map((monthOffset) => createCivilDay(today.getUTCFullYear(), today.getUTCMonth() + monthOffset, day)),
  )

/**
 * Returns the date in the given year, or the next one if `year` is null. `month`: 0 to 11. Returns 'none' if the date does not exist,
 * 'past' if it is over or passed within the last 60 days.
 */
const findDayInYear = (today: CivilDay, day: number, month: number, year: number | null): CivilDay | ImpossibleDay => {
  if (month < 0 || month > 11) return 'none'
  if (year !== null) return findFirstUpcoming(today, day, [createCivilDay(year, month, day)])
  const thisYear = today.getUTCFullYear()
  const isOver = [thisYear - 1, thisYear].some((candidateYear) => {
    const after = countDaysAfter(createCivilDay(candidateYear, month, day), today)
    return after < 0 && after >= -JUST_PAST_DAYS
  })
  const upcomingDay = findFirstUpcoming(today, day, [
    createCivilDay(thisYear, month, day),
    createCivilDay(thisYear + 1, month, day),
  ])
  return isOver && upcomingDay !== 'none' ? 'past' : upcomingDay
}

/**
 * A day that a text names. Kinds: 'any': every day suits; 'vague': a span such as next week; 'none', 'past': impossible. Impossible days
 * are included so that the same text yields no other day.
 */
export interface NamedDay {
  readonly kind: 'day' | 'any' | 'vague' | ImpossibleDay
  /** Text for the lead: 'terça, 24/11', 'qualquer dia', 'na semana que vem', 'o dia 30/02'. */
  readonly text: string
  /** The day as `yyyy-MM-dd`. Null for every other kind than 'day'. */
  readonly date: string | null
}

const NUMBERS = Object.keys(NUMBER_WORDS).join('|')
const MATCHERS = compilePatterns(PATTERNS, { ...PATTERNS, '<numbers>': NUMBERS }, 'g')
const MONTHS = PATTERNS['<months>'].split('|')
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

/** Fast check: a sentence without a match names no day. */
const DAY_HINT =
  /\d|\b(amanha|hoje|ontem|daqui|primeiro|agora|dom|seg|ter|tersa|qua|qui|qinta|sex|sesta|sab|semana|mes|dias?|tanto faz|qualquer|voces?|o que for|domingo|segunda|terca|quarta|quinta|sexta|sabado)\b/

const toNamedDay = (day: CivilDay): NamedDay => ({ kind: 'day', ...formatDay(day) })
const toNamedDayOrImpossible = (day: CivilDay | ImpossibleDay, today: CivilDay, written: string): NamedDay =>
  isImpossibleDay(day) ? { kind: day, text: `o dia ${written}`, date: null } : { kind: 'day', ...formatDay(day, today) }

const createSpanReader =
  (text: string, kind: NamedDay['kind'] = 'vague') =>
  (): NamedDay => ({ kind, text, date: null })

/** Returns all days that a sentence names, with their positions. */
export const extractDays = (normalizedText: string, now: Date, timeZone: string): Mention<NamedDay>[] => {
  if (!DAY_HINT.test(normalizedText)) return []
  const zoned = new TZDate(now.getTime(), timeZone)
  const today = createCivilDay(zoned.getFullYear(), zoned.getMonth(), zoned.getDate())
  // Keeps the length of the text, so that positions stay valid.
  const text = maskFarewells(normalizedText).replaceAll('ª', 'a').replaceAll('º', 'o')
  const isNextWeek = /\b(semana que vem|proxima semana|outra semana|da outra)\b/.test(normalizedText)
  const weekday = (index: number) => (): NamedDay => {
    const weekdayNow = today.getUTCDay()
    const daysAhead = (index - weekdayNow + 7) % 7 || 7
    const skipsWeek = isNextWeek && index > weekdayNow && weekdayNow !== 0
    return toNamedDay(addCivilDays(today, daysAhead + (skipsWeek ? 7 : 0)))
  }
  const numberOf = (day: string | undefined) => (day === 'primeiro' ? 1 : Number(day))
  const ofMonth = (day: string | undefined, month: string | undefined): NamedDay => {
    const monthOffset = /que vem|proximo|outro|seguinte/.test(month ?? '') ? 1 : 0
    return toNamedDayOrImpossible(findDayInMonths(today, numberOf(day), [monthOffset]), today, String(numberOf(day)))
  }
  const byMonth = ([, day, name]: readonly string[]): NamedDay => {
    const month = MONTHS.indexOf(name ?? '')
    const written = `${numberOf(day)}/${String(month + 1).padStart(2, '0')}`
    return toNamedDayOrImpossible(findDayInYear(today, numberOf(day), month, null), today, written)
  }
  const byNumbers = ([, dayAfterWord, day, month, year]: readonly string[]): NamedDay | null => {
    if (!dayAfterWord && Number(month) > 12) return null
    const upcomingDay = findDayInYear(today, Number(day), Number(month) - 1, year ? Number(year.padStart(4, '20')) : null)
    return toNamedDayOrImpossible(upcomingDay, today, [day, month, year].filter(Boolean).join('/'))
  }
  const afterDuration = ([, count = '', unit]: readonly string[]): NamedDay =>
    toNamedDayOrImpossible(
      addCivilDays(today, (NUMBER_WORDS[count] ?? Number(count)) * (unit?.startsWith('semana') ? 7 : 1)),
      today,
      '',
    )
  return findMentions<NamedDay>(text, [
    [MATCHERS.afterTomorrow, () => toNamedDay(addCivilDays(today, 2))],
    [MATCHERS.tomorrow, () => toNamedDay(addCivilDays(today, 1))],
    [MATCHERS.inSoLong, afterDuration],
    [MATCHERS.byNumbers, byNumbers],
    [MATCHERS.byMonth, byMonth],
    [MATCHERS.ofTheMonth, ([, dayAfterWord, day, month]) => ofMonth(dayAfterWord ?? day, month)],
    [MATCHERS.monthAndDay, ([, month, day]) => ofMonth(day, month)],
    [MATCHERS.byDay, ([, day]) => toNamedDayOrImpossible(findDayInMonths(today, numberOf(day), [0, 1, 2]), today, day ?? '')],
    [MATCHERS.yesterday, createSpanReader('ontem', 'past')],
    ...WEEKDAYS.map((name, index) => [MATCHERS[name], weekday(index)] as const),
    [MATCHERS.today, () => toNamedDay(today)],
    [MATCHERS.anyDay, createSpanReader('qualquer dia', 'any')],
    [MATCHERS.nextWeek, createSpanReader('na semana que vem')],
    [MATCHERS.weekend, createSpanReader('no fim de semana')],
    [MATCHERS.thisWeek, createSpanReader('nesta semana')],
    [MATCHERS.nextMonth, createSpanReader('no mês que vem')],
  ])
}

/** Returns the day that a sentence means, or null. Exact days precede impossible ones, and those precede spans. */
export const extractDay = (normalizedText: string, now: Date, timeZone: string): NamedDay | null => {
  const mentions = extractDays(normalizedText, now, timeZone)
  const exactDays = mentions.filter(({ value }) => value.kind === 'day')
  const impossibleDays = mentions.filter(({ value }) => isImpossibleDay(value.kind))
  const spans = mentions.filter(({ value }) => value.kind !== 'day')
  return (
    selectMeantValue(normalizedText, exactDays) ??
    selectMeantValue(normalizedText, impossibleDays) ??
    selectMeantValue(normalizedText, spans)
  )
}
