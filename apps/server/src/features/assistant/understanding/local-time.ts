import { TZDate } from '@date-fns/tz'

/** A day and a time of the clock, where the tenant is, as a moment. */
export function localTime(day: string, time: string, timeZone: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return new Date(new TZDate(year, month - 1, date, hour, minute, timeZone).getTime())
}
