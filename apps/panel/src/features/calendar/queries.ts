import { calendarAuthStatus, getCalendarData } from '@prosa/contract/calls/organisation/calendar'
import type { CalendarStatus } from '@prosa/contract/entities/organisation/calendar'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../shared/api/api-client.ts'

export const UNAUTHORIZED_STATUS: CalendarStatus = { isAuthorized: false }

export const calendarQueries = {
  /** Status of the calendar connection. If it cannot be fetched, the card offers to connect. */
  status: () =>
    queryOptions({
      queryKey: ['calendar', 'status'],
      queryFn: async ({ signal }): Promise<CalendarStatus> => getCalendarData(await call(calendarAuthStatus, { signal })),
      retry: false,
      meta: { showsOwnError: true },
    }),
}
