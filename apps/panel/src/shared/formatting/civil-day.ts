import { lightFormat } from 'date-fns'
import { getServerTime } from '../api/server-clock.ts'

/** Returns today's date in the browser's time zone, 'yyyy-MM-dd'. The server uses the organisation's time zone. */
export const getLocalToday = (): string => lightFormat(getServerTime(), 'yyyy-MM-dd')

/** Formats a day 'yyyy-MM-dd' for display: '25/11/2026'. */
export const formatDay = (day: string): string => day.split('-').reverse().join('/')
