/**
 * Date formats of the specification (sections 2 and 9, gap G26), in the browser's time zone. `now` is always a parameter: it is the
 * server's time, and tests can set it.
 */
export type DateLocale = 'pt-BR' | 'en-US'
type When = string | number | Date

/** Returns en-US if the browser's language is en-US, otherwise pt-BR. */
export const dateLocale = (language: string = navigator.language): DateLocale => (language === 'en-US' ? 'en-US' : 'pt-BR')

const WORDS = {
  'pt-BR': { yesterday: 'ontem', at: 'às', today: 'hoje' },
  'en-US': { yesterday: 'yesterday', at: 'at', today: 'today' },
} as const

const weekdays = {
  'pt-BR': new Intl.DateTimeFormat('pt-BR', { weekday: 'long' }),
  'en-US': new Intl.DateTimeFormat('en-US', { weekday: 'long' }),
} as const

const two = (number: number) => String(number).padStart(2, '0')

// Day, month and year have the same order in both locales. Formatted without Intl because a list calls this for every row.
const partsOf = (date: Date) => ({
  day: `${two(date.getDate())}/${two(date.getMonth() + 1)}`,
  year: `${date.getFullYear()}`,
  time: `${two(date.getHours())}:${two(date.getMinutes())}`,
})

// Number of the calendar day, so that a day of 23 or 25 hours still counts as one.
const dayNumber = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000

const read = (when: When): Date | null => {
  const date = new Date(when)
  return Number.isNaN(date.getTime()) ? null : date
}

const daysAgo = (date: Date, now: When) => dayNumber(new Date(now)) - dayNumber(date)

/** Formats a date for a list: HH:mm today, 'ontem', the weekday within the week that began on Sunday, otherwise dd/MM/yyyy. */
export const listDate = (when: When, now: When, locale: DateLocale = dateLocale()): string => {
  const date = read(when)
  if (!date) return ''
  const { day, year, time } = partsOf(date)
  const ago = daysAgo(date, now)
  if (ago === 0) return time
  if (ago === 1) return WORDS[locale].yesterday
  if (ago > 1 && ago <= new Date(now).getDay()) return weekdays[locale].format(date)
  return `${day}/${year}`
}

/** Formats a date in detail: HH:mm today, 'ontem às HH:mm', weekday 'às' HH:mm up to four days ago, otherwise dd/MM 'às' HH:mm. */
export const detailedDate = (when: When, now: When, locale: DateLocale = dateLocale()): string => {
  const date = read(when)
  if (!date) return ''
  const { day, time } = partsOf(date)
  const { yesterday, at } = WORDS[locale]
  const ago = daysAgo(date, now)
  if (ago === 0) return time
  if (ago === 1) return `${yesterday} ${at} ${time}`
  if (ago >= 2 && ago <= 4) return `${weekdays[locale].format(date)} ${at} ${time}`
  return `${day} ${at} ${time}`
}

/** Formats a date as dd/MM HH:mm. */
export const shortDate = (when: When): string => {
  const date = read(when)
  if (!date) return ''
  const { day, time } = partsOf(date)
  return `${day} ${time}`
}

/** Formats a date as dd/MM/yyyy HH:mm, as for a lead's entry date. */
export const fullDate = (when: When): string => {
  const date = read(when)
  if (!date) return ''
  const { day, year, time } = partsOf(date)
  return `${day}/${year} ${time}`
}

/** Formats the heading of a day in a thread: 'hoje', otherwise as `listDate`. */
export const dayTitle = (when: When, now: When, locale: DateLocale = dateLocale()): string => {
  const date = read(when)
  if (!date) return ''
  return daysAgo(date, now) === 0 ? WORDS[locale].today : listDate(date, now, locale)
}

/** Returns the number of the calendar day in the browser's time zone, for comparison, or NaN for an invalid date. */
export const calendarDay = (when: When): number => {
  const date = read(when)
  return date ? dayNumber(date) : Number.NaN
}
