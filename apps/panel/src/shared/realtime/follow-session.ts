import { SIGNED_OUT_EVENT } from '../session/refresh.ts'
import { type AuthState, useSession } from '../session/session.ts'
import { onServerEvent, startRealtime, stopRealtime } from './socket.ts'

let following: (() => void) | null = null

const watch = ({ user, isAuthenticated, isInitialized }: AuthState) => {
  if (user && isAuthenticated && isInitialized) startRealtime({ userId: user.id, tenantId: user.tenant.id })
  else stopRealtime()
}

/** Keeps the real-time connection open for as long as there is a session, from the first call on. Further calls do nothing. */
export const followSession = (): void => {
  if (following) return
  const stops = [
    useSession.subscribe(watch),
    onServerEvent('session_ended', () => window.dispatchEvent(new Event(SIGNED_OUT_EVENT))),
  ]
  following = () => {
    for (const stop of stops) stop()
  }
  watch(useSession.getState())
}

export const stopFollowing = (): void => {
  following?.()
  following = null
  stopRealtime()
}
