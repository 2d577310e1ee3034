/** Message of the popup's page to the page that opened it. */
export interface CallbackMessage {
  readonly type: 'google-calendar-callback'
  readonly code: string | null
  readonly state: string | null
  readonly error: string | null
}

/**
 * Name of a BroadcastChannel, used because Google's page or the server's headers may have cut the popup off from its opener. Only pages of
 * the same origin receive its messages.
 */
export const CALLBACK_CHANNEL = 'google-calendar-callback'

const textOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string'

/** Returns the data as a message of the popup's page, or null for any other message. */
export function readCallbackMessage(data: unknown): CallbackMessage | null {
  if (typeof data !== 'object' || data === null) return null
  const { type, code, state, error } = data as Record<string, unknown>
  if (type !== 'google-calendar-callback') return null
  return textOrNull(code) && textOrNull(state) && textOrNull(error) ? { type, code, state, error } : null
}

/** Builds the message of the popup from the parameters of Google's redirect. */
export function messageOfSearch(search: string): CallbackMessage {
  const asked = new URLSearchParams(search)
  return {
    type: 'google-calendar-callback',
    code: asked.get('code') || null,
    state: asked.get('state'),
    error: asked.get('error'),
  }
}
