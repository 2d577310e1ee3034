import { TZDate } from '@date-fns/tz'
import { addDays } from 'date-fns/addDays'
import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays'
import { format } from 'date-fns/format'
import { errors } from '../errors.ts'

const MAX_PERIOD_DAYS = 366

/** A period of whole days in a time zone. */
export interface Period {
  /** Start of the first day. */
  from: Date
  /** Start of the day after the last day. */
  to: Date
  firstDay: string
  lastDay: string
}

/**
 * Returns the requested period and the preceding period of the same length. @throws 400 if the last day is before the first, or there are
 * more than 366 days
 */
export function getComparisonPeriods(firstDay: string, lastDay: string, timeZone: string): { current: Period; previous: Period } {
  const days = differenceInCalendarDays(lastDay, firstDay) + 1
  if (days < 1 || days > MAX_PERIOD_DAYS) {
    throw errors.invalid(undefined, {
      to: days < 1 ? 'O fim vem antes do início.' : `Escolha no máximo ${MAX_PERIOD_DAYS} dias.`,
    })
  }
  const start = getMidnight(firstDay, timeZone)
  return { current: toPeriod(start, days), previous: toPeriod(addDays(start, -days), days) }
}

function getMidnight(day: string, timeZone: string): TZDate {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new TZDate(year, month - 1, date, timeZone)
}

function toPeriod(start: TZDate, days: number): Period {
  const end = addDays(start, days)
  return {
    from: new Date(start.getTime()),
    to: new Date(end.getTime()),
    firstDay: format(start, 'yyyy-MM-dd'),
    lastDay: format(addDays(end, -1), 'yyyy-MM-dd'),
  }
}
