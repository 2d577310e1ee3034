/** Message that the page in the authorization popup sends to the page that opened it. */
export interface CalendarCallbackMessage {
  readonly type: 'google-calendar-callback'
  readonly code: string | null
  readonly state: string | null
  readonly error: string | null
}

/**
 * Name of the BroadcastChannel for the popup's message. The channel works even if Google's page or the server's headers isolate the popup
 * from its opener, and only for pages of the same origin.
 */
export const CALENDAR_CALLBACK_CHANNEL = 'google-calendar-callback'

const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string'

/** Validates received data as a message of the popup. Returns null for any other data. */
export function parseCallbackMessage(data: unknown): CalendarCallbackMessage | null {
  if (typeof data !== 'object' || data === null) return null
  const { type, code, state, error } = data as Record<string, unknown>
  if (type !== 'google-calendar-callback') return null
  return isTextOrNull(code) && isTextOrNull(state) && isTextOrNull(error) ? { type, code, state, error } : null
}

/** Creates the popup's message from the query parameters of Google's redirect. */
export function createCallbackMessage(search: string): CalendarCallbackMessage {
  const params = new URLSearchParams(search)
  return {
    type: 'google-calendar-callback',
    code: params.get('code') || null,
    state: params.get('state'),
    error: params.get('error'),
  }
}
