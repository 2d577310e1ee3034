/**
 * The specification's date forms (sections 2 and 9, gap G26), in the browser's time zone. `now` is always given: it is the server's
 * time, and a test can choose it.
 */
export type DateLocale = 'pt-BR' | 'en-US'
type When = string | number | Date

/** Dates follow the browser when it is en-US, else they are Portuguese. */
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

// The forms have the same order of day, month and year in both locales; by hand, since a list asks for one with every row.
const partsOf = (date: Date) => ({
  day: `${two(date.getDate())}/${two(date.getMonth() + 1)}`,
  year: `${date.getFullYear()}`,
  time: `${two(date.getHours())}:${two(date.getMinutes())}`,
})

// Counted on calendar days, so that a day of 23 or 25 hours is still one day.
const dayNumber = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000

const read = (when: When): Date | null => {
  const date = new Date(when)
  return Number.isNaN(date.getTime()) ? null : date
}

const daysAgo = (date: Date, now: When) => dayNumber(new Date(now)) - dayNumber(date)

/** List form: HH:mm, 'ontem', the weekday within the week that began on Sunday, else dd/MM/yyyy. */
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

/** Detailed form: HH:mm, 'ontem às HH:mm', weekday 'às' HH:mm up to four days ago, else dd/MM 'às' HH:mm. */
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

/** Short form: dd/MM HH:mm. */
export const shortDate = (when: When): string => {
  const date = read(when)
  if (!date) return ''
  const { day, time } = partsOf(date)
  return `${day} ${time}`
}

/** dd/MM/yyyy HH:mm, as the lead's entry date shows. */
export const fullDate = (when: When): string => {
  const date = read(when)
  if (!date) return ''
  const { day, year, time } = partsOf(date)
  return `${day}/${year} ${time}`
}

/** What separates the days of a thread: 'hoje', else as in the list but with the date in place of the time. */
export const dayTitle = (when: When, now: When, locale: DateLocale = dateLocale()): string => {
  const date = read(when)
  if (!date) return ''
  return daysAgo(date, now) === 0 ? WORDS[locale].today : listDate(date, now, locale)
}

/** The calendar day in this browser's time zone, as a number to compare; NaN for what is no date. */
export const calendarDay = (when: When): number => {
  const date = read(when)
  return date ? dayNumber(date) : Number.NaN
}
