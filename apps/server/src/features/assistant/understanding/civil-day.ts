/**
 * Days are reckoned as civil ones, at midnight UTC: which day it is today asks for a time zone, once, and no other day does. A date in a
 * zone costs a hundred times as much, and one message has room for hundreds.
 */
export type CivilDay = Date

/** Why a written date is no day to meet on: there is none like it, or it is over. */
export type Refused = 'none' | 'past'

const WEEKDAY_NAMES = 'domingo segunda terça quarta quinta sexta sábado'.split(' ')
const DAY_MS = 86_400_000
/** A date without a year that lies no further behind is a slip; one further back means next year. */
const JUST_PAST_DAYS = 60
/** From here on a date is said with its year. */
const FAR_DAYS = 180

export const civil = (year: number, month: number, day: number): CivilDay => new Date(Date.UTC(year, month, day))
export const plusDays = (day: CivilDay, days: number): CivilDay => new Date(day.getTime() + days * DAY_MS)
export const isRefused = (day: unknown): day is Refused => day === 'none' || day === 'past'

const daysAfter = (day: CivilDay, today: CivilDay): number => (day.getTime() - today.getTime()) / DAY_MS

/** 'terça, 24/11', or with the year where it is far from `today`. */
export const shownDay = (day: CivilDay, today: CivilDay = day): { text: string; date: string } => {
  const date = day.toISOString().slice(0, 10)
  const year = daysAfter(day, today) > FAR_DAYS ? `/${date.slice(0, 4)}` : ''
  return { text: `${WEEKDAY_NAMES[day.getUTCDay()]}, ${date.slice(8)}/${date.slice(5, 7)}${year}`, date }
}

/** The first of the tries that exists and is not over. */
const firstAhead = (today: CivilDay, day: number, tries: readonly CivilDay[]): CivilDay | Refused => {
  const real = tries.filter((tried) => day > 0 && tried.getUTCDate() === day)
  return real.length === 0 ? 'none' : (real.find((tried) => tried >= today) ?? 'past')
}

/** Day `day` of the first of the months ahead (0: this one) that has it. */
export const inMonth = (today: CivilDay, day: number, months: readonly number[]): CivilDay | Refused =>
  firstAhead(
    today,
    day,
    months.map((later) => civil(today.getUTCFullYear(), today.getUTCMonth() + later, day)),
  )

/** Day `day` of `month` (from 0), of the year that is named or else of the next one that has it ahead. */
export const inYear = (today: CivilDay, day: number, month: number, year: number | null): CivilDay | Refused => {
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
