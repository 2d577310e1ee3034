import { onConnected, onServerEvent } from '../realtime/socket.ts'
import { useSession } from './session.ts'
import { sessionCall } from './session-call.ts'

/** Fetches the signed-in user and their permissions again. Without a response the known ones stay. */
async function askAgain(): Promise<void> {
  try {
    const { expiresIn: _, ...user } = (await sessionCall('me')).data
    if (useSession.getState().user?.id === user.id) useSession.setState({ user })
  } catch {
    // A 401 has already ended the session, and a lost connection is followed by another request.
  }
}

/**
 * Applies changes of the user's permissions as soon as they happen (PEOPLE-07), including those made while the connection was lost. Calls
 * `onChange` after each. Returns a function that stops it.
 */
export function followAccess(onChange: () => void): () => void {
  let wasConnected = false
  const stops = [
    onServerEvent('access_changed', () => void askAgain()),
    onConnected(() => {
      if (wasConnected) void askAgain()
      wasConnected = true
    }),
    useSession.subscribe((now, before) => {
      const isSame = now.user?.id === before.user?.id
      if (isSame && now.user?.role !== before.user?.role) onChange()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
