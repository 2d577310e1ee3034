/**
 * Locale for dates. The formats follow the specification (sections 2 and 9, gap G26), in the browser's time zone. `now` is always a
 * parameter: it is the server's time, and tests can set it.
 */
export type DateLocale = 'pt-BR' | 'en-US'
type DateInput = string | number | Date

/** Returns en-US if the browser's language is en-US, otherwise pt-BR. */
export const getDateLocale = (language: string = navigator.language): DateLocale => (language === 'en-US' ? 'en-US' : 'pt-BR')

const WORDS = {
  'pt-BR': { yesterday: 'ontem', at: 'às', today: 'hoje' },
  'en-US': { yesterday: 'yesterday', at: 'at', today: 'today' },
} as const

const weekdays = {
  'pt-BR': new Intl.DateTimeFormat('pt-BR', { weekday: 'long' }),
  'en-US': new Intl.DateTimeFormat('en-US', { weekday: 'long' }),
} as const

const padTwoDigits = (number: number) => String(number).padStart(2, '0')

// Formatted without Intl, because a list formats a date in every row. Day, month and year have the same order in both locales.
const getDateParts = (date: Date) => ({
  day: `${padTwoDigits(date.getDate())}/${padTwoDigits(date.getMonth() + 1)}`,
  year: `${date.getFullYear()}`,
  time: `${padTwoDigits(date.getHours())}:${padTwoDigits(date.getMinutes())}`,
})

// Returns the number of the calendar day. Uses UTC, so that a day of 23 or 25 hours still counts as one day.
const toDayNumber = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000

const parseDate = (value: DateInput): Date | null => {
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? null : date
}

const countDaysAgo = (date: Date, now: DateInput) => toDayNumber(new Date(now)) - toDayNumber(date)

/** Formats a date for a list: HH:mm today, 'ontem', the weekday within the week that began on Sunday, otherwise dd/MM/yyyy. */
export const formatListDate = (value: DateInput, now: DateInput, locale: DateLocale = getDateLocale()): string => {
  const date = parseDate(value)
  if (!date) return ''
  const { day, year, time } = getDateParts(date)
  const daysAgo = countDaysAgo(date, now)
  if (daysAgo === 0) return time
  if (daysAgo === 1) return WORDS[locale].yesterday
  if (daysAgo > 1 && daysAgo <= new Date(now).getDay()) return weekdays[locale].format(date)
  return `${day}/${year}`
}

/** Formats a date in detail: HH:mm today, 'ontem às HH:mm', weekday 'às' HH:mm up to four days ago, otherwise dd/MM 'às' HH:mm. */
export const formatDetailedDate = (value: DateInput, now: DateInput, locale: DateLocale = getDateLocale()): string => {
  const date = parseDate(value)
  if (!date) return ''
  const { day, time } = getDateParts(date)
  const { yesterday, at } = WORDS[locale]
  const daysAgo = countDaysAgo(date, now)
  if (daysAgo === 0) return time
  if (daysAgo === 1) return `${yesterday} ${at} ${time}`
  if (daysAgo >= 2 && daysAgo <= 4) return `${weekdays[locale].format(date)} ${at} ${time}`
  return `${day} ${at} ${time}`
}

/** Formats a date as dd/MM HH:mm. */
export const formatShortDate = (value: DateInput): string => {
  const date = parseDate(value)
  if (!date) return ''
  const { day, time } = getDateParts(date)
  return `${day} ${time}`
}

/** Formats a date as dd/MM/yyyy HH:mm, as for a lead's entry date. */
export const formatFullDate = (value: DateInput): string => {
  const date = parseDate(value)
  if (!date) return ''
  const { day, year, time } = getDateParts(date)
  return `${day}/${year} ${time}`
}

/** Formats the heading of a day in a thread: 'hoje', otherwise as `formatListDate`. */
export const formatDayHeading = (value: DateInput, now: DateInput, locale: DateLocale = getDateLocale()): string => {
  const date = parseDate(value)
  if (!date) return ''
  return countDaysAgo(date, now) === 0 ? WORDS[locale].today : formatListDate(date, now, locale)
}

/** Returns a number that identifies the calendar day in the browser's time zone, for comparison. Returns NaN for an invalid date. */
export const getCalendarDay = (value: DateInput): number => {
  const date = parseDate(value)
  return date ? toDayNumber(date) : Number.NaN
}
