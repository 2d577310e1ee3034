import { type AuthState, useSession } from '../session/session.ts'
import { startRealtime, stopRealtime } from './socket.ts'

let following: (() => void) | null = null

const watch = ({ user, isAuthenticated, isInitialized }: AuthState) => {
  if (user && isAuthenticated && isInitialized) startRealtime({ userId: user.id, tenantId: user.tenant.id })
  else stopRealtime()
}

/** From the first call on the connection lives as long as the session does; further calls change nothing. */
export const followSession = (): void => {
  if (following) return
  following = useSession.subscribe(watch)
  watch(useSession.getState())
}

export const stopFollowing = (): void => {
  following?.()
  following = null
  stopRealtime()
}
