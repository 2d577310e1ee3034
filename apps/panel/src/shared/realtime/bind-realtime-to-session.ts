import { type SessionState, useSession } from '../session/session.ts'
import { SIGNED_OUT_EVENT } from '../session/token-renewal.ts'
import { onServerEvent, startRealtime, stopRealtime } from './socket.ts'

let unsubscribe: (() => void) | null = null

const updateConnection = ({ user, isAuthenticated, isInitialized }: SessionState) => {
  if (user && isAuthenticated && isInitialized) startRealtime({ userId: user.id, tenantId: user.tenant.id })
  else stopRealtime()
}

/** Keeps the real-time connection open for as long as there is a session, from the first call on. Further calls do nothing. */
export const bindRealtimeToSession = (): void => {
  if (unsubscribe) return
  const stops = [
    useSession.subscribe(updateConnection),
    onServerEvent('session_ended', () => window.dispatchEvent(new Event(SIGNED_OUT_EVENT))),
  ]
  unsubscribe = () => {
    for (const stop of stops) stop()
  }
  updateConnection(useSession.getState())
}

export const unbindRealtimeFromSession = (): void => {
  unsubscribe?.()
  unsubscribe = null
  stopRealtime()
}
