import { calendarAuthUrl, calendarCallback, calendarData } from '@prosa/contract/calls/calendar'
import { call } from '../../shared/api/client.ts'
import { answerOf, openPopup } from './popup.ts'
import { CALENDAR_TEXTS } from './texts.ts'

const stateOf = (url: string): string | null => new URL(url, window.location.href).searchParams.get('state')

/** Runs Google's consent in a popup and sends its code to the server. Returns the e-mail address of the account, or null. */
export async function authorize(signal: AbortSignal): Promise<string | null> {
  const popup = openPopup()
  try {
    const { url } = calendarData(await call(calendarAuthUrl, { signal }))
    popup.location.href = url
    const { code, state, error } = await answerOf(popup, stateOf(url), signal)
    if (error) throw new Error(CALENDAR_TEXTS.refused)
    if (!code) throw new Error(CALENDAR_TEXTS.noCode)
    const connected = calendarData(await call(calendarCallback, { query: { code, ...(state ? { state } : {}) } }))
    return connected.email ?? null
  } finally {
    popup.close()
  }
}
