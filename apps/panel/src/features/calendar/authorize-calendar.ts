import { calendarAuthUrl, calendarCallback, getCalendarData } from '@prosa/contract/calls/organisation/calendar'
import { call } from '../../shared/api/api-client.ts'
import { openAuthorizationPopup, waitForCallbackMessage } from './authorization-popup.ts'
import { CALENDAR_TEXTS } from './calendar-texts.ts'

const getStateParameter = (url: string): string | null => new URL(url, window.location.href).searchParams.get('state')

/**
 * Asks the user for access to a Google calendar in a popup, and sends the resulting code to the server. Returns the e-mail address of the
 * Google account, or null if unknown.
 * @throws an error with a message for the user, or ApiError
 */
export async function authorizeCalendar(signal: AbortSignal): Promise<string | null> {
  const popup = openAuthorizationPopup()
  try {
    const { url } = getCalendarData(await call(calendarAuthUrl, { signal }))
    popup.location.href = url
    const { code, state, error } = await waitForCallbackMessage(popup, getStateParameter(url), signal)
    if (error) throw new Error(CALENDAR_TEXTS.authorizationFailed)
    if (!code) throw new Error(CALENDAR_TEXTS.noCode)
    const connected = getCalendarData(await call(calendarCallback, { query: { code, ...(state ? { state } : {}) } }))
    return connected.email ?? null
  } finally {
    popup.close()
  }
}
