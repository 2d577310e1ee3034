import { onConnected, onServerEvent } from '../realtime/socket.ts'
import { useSession } from './session.ts'
import { sessionCall } from './session-call.ts'

/** Asks who is signed in again, and what they may do; without an answer what is known stays. */
async function askAgain(): Promise<void> {
  try {
    const { expiresIn: _, ...user } = (await sessionCall('me')).data
    if (useSession.getState().user?.id === user.id) useSession.setState({ user })
  } catch {
    // A refusal has ended the session by itself, and a connection that is away is asked when it is back.
  }
}

/**
 * From now on a change of what this person may do is followed at once (PEOPLE-07), also one that was told while the line was down.
 * `onChange` is called once it is known. @returns how to stop
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
