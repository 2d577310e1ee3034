import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { CALENDAR_TEXTS } from './calendar-texts.ts'
import { CALENDAR_CALLBACK_CHANNEL, type CalendarCallbackMessage, createCallbackMessage } from './callback-message.ts'

/** Delay in milliseconds before the popup closes, so that the message can be delivered. */
const CLOSE_AFTER_MS = 150

/** Sends Google's response from the popup to the page that opened it, and closes the popup. Returns an error message, or null. */
export function useCalendarCallback(): string | null {
  const { history } = useRouter()
  const [message] = useState(() => createCallbackMessage(history.location.search))
  useEffect(() => {
    const opener = window.opener as Window | null
    opener?.postMessage(message, window.location.origin)
    const channel = new BroadcastChannel(CALENDAR_CALLBACK_CHANNEL)
    const broadcast: (data: CalendarCallbackMessage) => void = channel.postMessage.bind(channel)
    broadcast(message)
    const timer = setTimeout(() => {
      channel.close()
      window.close()
    }, CLOSE_AFTER_MS)
    return () => {
      clearTimeout(timer)
      channel.close()
    }
  }, [message])
  if (message.error) return CALENDAR_TEXTS.authorizationFailed
  return message.code ? null : CALENDAR_TEXTS.noCode
}
