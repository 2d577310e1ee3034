import { TZDate } from '@date-fns/tz'
import type { OpeningHours } from '@prosa/contract/entities/agents/agent'
import { format } from 'date-fns/format'
import type { NamedHour } from './hour.ts'

const WEEKDAY_NAMES = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado'] as const

/** Returns true if a time is within the opening hours, or if there are none. */
export function isWithinOpeningHours(hours: readonly OpeningHours[] | null, at: Date, timeZone: string): boolean {
  if (!hours || hours.length === 0) return true
  const local = new TZDate(at, timeZone)
  const time = format(local, 'HH:mm')
  return hours.some(({ day, from, to }) => day === local.getDay() && from <= time && time < to)
}

/** Formats opening hours: 'segunda 09:00–18:00, terça 09:00–12:00 e 14:00–18:00'. Returns null if there are none. */
export function formatOpeningHours(hours: readonly OpeningHours[] | null): string | null {
  if (!hours || hours.length === 0) return null
  const sorted = hours.toSorted((a, b) => ((a.day + 6) % 7) - ((b.day + 6) % 7) || a.from.localeCompare(b.from))
  const byDay = Map.groupBy(sorted, ({ day }) => day)
  return [...byDay]
    .map(([day, spans]) => `${WEEKDAY_NAMES[day]} ${spans.map(({ from, to }) => `${from}–${to}`).join(' e ')}`)
    .join(', ')
}

/** Formats a time in a time zone: 'sexta, 20/11/2026, 14:05'. */
export const formatMoment = (at: Date, timeZone: string): string => {
  const local = new TZDate(at, timeZone)
  return `${WEEKDAY_NAMES[local.getDay()]}, ${format(local, 'dd/MM/yyyy, HH:mm')}`
}

/** Start and end of parts of the day, in minutes after midnight. */
const DAY_PART_MINUTES: Readonly<Record<string, readonly [number, number]>> = {
  'de manhã': [0, 720],
  'à tarde': [720, 1_080],
  'no fim da tarde': [960, 1_140],
  'à noite': [1_080, 1_440],
}
/** Usual working hours in minutes after midnight, if there are no opening hours. */
const USUAL_HOURS_MINUTES: readonly [number, number] = [480, 1_200]

const getWeekday = (date: string): number => new Date(`${date}T12:00:00Z`).getUTCDay()
const parseMinutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const hasNoOpeningHours = (hours: readonly OpeningHours[] | null): hours is null | readonly [] =>
  hours === null || hours.length === 0
const getSpansOn = (hours: readonly OpeningHours[], date: string) => hours.filter(({ day }) => day === getWeekday(date))

/** Returns true if the team is closed on a day (`yyyy-MM-dd`). False without opening hours. */
export const isClosedOnDay = (hours: readonly OpeningHours[] | null, date: string): boolean =>
  !hasNoOpeningHours(hours) && getSpansOn(hours, date).length === 0

/** Returns true if the team is closed at an hour or part of the day. False without opening hours. */
export const isClosedAtHour = (hours: readonly OpeningHours[] | null, date: string, { text, minutes }: NamedHour): boolean => {
  if (hasNoOpeningHours(hours)) return false
  const [start, end] = minutes === null ? (DAY_PART_MINUTES[text] ?? [0, 1_440]) : [minutes, minutes + 1]
  return !getSpansOn(hours, date).some((span) => parseMinutes(span.from) < end && start < parseMinutes(span.to))
}

/**
 * Returns true if there are no opening hours and the time is on a Sunday or outside usual hours. Only the team can confirm it. `from`:
 * minutes after midnight, or null.
 */
export const isUnusualTime = (hours: readonly OpeningHours[] | null, date: string, from: number | null): boolean =>
  hasNoOpeningHours(hours) &&
  (getWeekday(date) === 0 || (from !== null && (from < USUAL_HOURS_MINUTES[0] || from >= USUAL_HOURS_MINUTES[1])))

/** Formats the open weekdays: 'de segunda a sexta', 'segunda, quarta e sábado'. */
export const formatOpenDays = (hours: readonly OpeningHours[]): string => {
  const openDays = [1, 2, 3, 4, 5, 6, 0].filter((day) => hours.some((span) => span.day === day))
  const names = openDays.map((day) => WEEKDAY_NAMES[day] ?? '')
  const isConsecutive = openDays.every((day, index) => index === 0 || (day || 7) === (openDays[index - 1] ?? 0) + 1)
  return isConsecutive && names.length > 2 ? `de ${names[0]} a ${names.at(-1)}` : new Intl.ListFormat('pt-BR').format(names)
}

/** Formats the opening hours of a day (`yyyy-MM-dd`): 'das 9h às 12h e das 14h às 18h'. */
export const formatOpenTimes = (hours: readonly OpeningHours[], date: string): string => {
  const clock = (time: string) => `${Number(time.slice(0, 2))}h${time.slice(3) === '00' ? '' : time.slice(3)}`
  return new Intl.ListFormat('pt-BR').format(getSpansOn(hours, date).map(({ from, to }) => `das ${clock(from)} às ${clock(to)}`))
}

/** Converts a local day (`yyyy-MM-dd`) and time (`HH:mm`) to a `Date`. */
export function parseLocalTime(day: string, time: string, timeZone: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return new Date(new TZDate(year, month - 1, date, hour, minute, timeZone).getTime())
}
