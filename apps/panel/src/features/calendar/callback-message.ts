/** What the popup's page tells the page that opened it. */
export interface CallbackMessage {
  readonly type: 'google-calendar-callback'
  readonly code: string | null
  readonly state: string | null
  readonly error: string | null
}

/**
 * The second way back: Google's page, or our own headers, may have cut the popup off from its opener. Only pages of this
 * origin hear it.
 */
export const CALLBACK_CHANNEL = 'google-calendar-callback'

const textOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string'

/** A message of the popup's page, or null for anything else that windows say to each other. */
export function readCallbackMessage(data: unknown): CallbackMessage | null {
  if (typeof data !== 'object' || data === null) return null
  const { type, code, state, error } = data as Record<string, unknown>
  if (type !== 'google-calendar-callback') return null
  return textOrNull(code) && textOrNull(state) && textOrNull(error) ? { type, code, state, error } : null
}

/** What the address that Google led back to says. */
export function messageOfSearch(search: string): CallbackMessage {
  const asked = new URLSearchParams(search)
  return {
    type: 'google-calendar-callback',
    code: asked.get('code') || null,
    state: asked.get('state'),
    error: asked.get('error'),
  }
}
