import { type SessionState, useSession } from '../session/session.ts'
import { SIGNED_OUT_EVENT } from '../session/token-renewal.ts'
import { onServerEvent, startRealtime, stopRealtime } from './socket.ts'

let unsubscribe: (() => void) | null = null

const updateConnection = ({ user, isAuthenticated, isInitialized }: SessionState) => {
  if (user && isAuthenticated && isInitialized) startRealtime({ userId: user.id, tenantId: user.tenant.id })
  else stopRealtime()
}

/** Connects to the real-time server whenever a user is signed in, and disconnects after a sign-out. Only the first call has an effect. */
export const bindRealtimeToSession = (): void => {
  if (unsubscribe) return
  const unsubscribers = [
    useSession.subscribe(updateConnection),
    onServerEvent('session_ended', () => window.dispatchEvent(new Event(SIGNED_OUT_EVENT))),
  ]
  unsubscribe = () => {
    for (const unsubscribeOne of unsubscribers) unsubscribeOne()
  }
  updateConnection(useSession.getState())
}

export const unbindRealtimeFromSession = (): void => {
  unsubscribe?.()
  unsubscribe = null
  stopRealtime()
}
