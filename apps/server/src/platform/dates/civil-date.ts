import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'

/** Returns the calendar date of a moment in a time zone, such as '2026-11-22'. */
export const toCivilDate = (moment: Date, timeZone: string): string => format(new TZDate(moment, timeZone), 'yyyy-MM-dd')
