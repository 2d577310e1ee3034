import { lightFormat } from 'date-fns'
import { serverNow } from '../api/server-clock.ts'

/** Today where this browser is, 'yyyy-MM-dd'; the server decides by the organisation's own clock. */
export const todayHere = (): string => lightFormat(serverNow(), 'yyyy-MM-dd')

/** A day 'yyyy-MM-dd' as people read it: '25/11/2026'. */
export const dayText = (day: string): string => day.split('-').reverse().join('/')
