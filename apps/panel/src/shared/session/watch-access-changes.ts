import { onConnected, onServerEvent } from '../realtime/socket.ts'
import { useSession } from './session.ts'
import { makeSessionCall } from './session-call.ts'

/** Fetches the signed-in user and their permissions again. If the request fails, the stored user stays unchanged. */
async function refetchUser(): Promise<void> {
  try {
    const { expiresIn: _, ...user } = (await makeSessionCall('me')).data
    if (useSession.getState().user?.id === user.id) useSession.setState({ user })
  } catch {
    // Needs no handling: a 401 has already ended the session, and a reconnection fetches the user again.
  }
}

/**
 * Fetches the user again when their permissions change (PEOPLE-07), and after a reconnection, because the event may have been missed. Calls
 * `onChange` if the role has changed. Returns a cleanup function.
 */
export function watchAccessChanges(onChange: () => void): () => void {
  let wasConnected = false
  const unsubscribers = [
    onServerEvent('access_changed', () => void refetchUser()),
    onConnected(() => {
      if (wasConnected) void refetchUser()
      wasConnected = true
    }),
    useSession.subscribe((session, previous) => {
      const isSame = session.user?.id === previous.user?.id
      if (isSame && session.user?.role !== previous.user?.role) onChange()
    }),
  ]
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe()
  }
}
