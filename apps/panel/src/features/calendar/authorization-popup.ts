import { CALENDAR_POPUP } from '@prosa/contract/constants'
import { CALENDAR_TEXTS } from './calendar-texts.ts'
import { CALENDAR_CALLBACK_CHANNEL, type CalendarCallbackMessage, parseCallbackMessage } from './callback-message.ts'

/**
 * Time in milliseconds to wait for a message after the popup appears closed. If Google's page isolates the popup from its opener, the popup
 * appears closed while it is open, and its message arrives by the BroadcastChannel.
 */
const POPUP_CLOSED_GRACE_MS = 2_000

/** Error thrown if the user closes the popup or cancels the authorization. */
export class AuthorizationCancelledError extends Error {
  constructor() {
    super(CALENDAR_TEXTS.cancelled)
  }
}

/**
 * Opens an empty popup. Browsers allow popups only directly in the click handler, before the authorization URL is fetched.
 * @throws an error with a message for the user if the browser blocks the popup
 */
export function openAuthorizationPopup(): Window {
  const { width, height } = CALENDAR_POPUP
  const left = Math.max(0, window.screenX + (window.outerWidth - width) / 2)
  const top = Math.max(0, window.screenY + (window.outerHeight - height) / 2)
  const popup = window.open('', 'google-calendar', `popup,width=${width},height=${height},left=${left},top=${top}`)
  if (!popup) throw new Error(CALENDAR_TEXTS.popupBlocked)
  return popup
}

/**
 * Waits for the message from the popup. Ignores messages from other windows or origins, or with another `state`.
 * @throws AuthorizationCancelledError if the popup is closed or `signal` aborts
 */
export function waitForCallbackMessage(
  popup: Window,
  state: string | null,
  signal: AbortSignal,
): Promise<CalendarCallbackMessage> {
  return new Promise<CalendarCallbackMessage>((resolve, reject) => {
    const channel = new BroadcastChannel(CALENDAR_CALLBACK_CHANNEL)
    let closedFor = 0
    const finish = () => {
      clearInterval(poll)
      window.removeEventListener('message', onMessage)
      signal.removeEventListener('abort', cancel)
      channel.close()
    }
    const accept = (data: unknown) => {
      const message = parseCallbackMessage(data)
      if (!message || (state !== null && message.state !== state)) return
      finish()
      resolve(message)
    }
    const cancel = () => {
      finish()
      reject(new AuthorizationCancelledError())
    }
    const onMessage = ({ origin, source, data }: MessageEvent) => {
      if (origin === window.location.origin && source === popup) accept(data)
    }
    const poll = setInterval(() => {
      if (!popup.closed) {
        closedFor = 0
        return
      }
      if (closedFor >= POPUP_CLOSED_GRACE_MS) cancel()
      closedFor += CALENDAR_POPUP.pollMs
    }, CALENDAR_POPUP.pollMs)
    channel.addEventListener('message', ({ data }: MessageEvent) => accept(data))
    window.addEventListener('message', onMessage)
    signal.addEventListener('abort', cancel)
  })
}
