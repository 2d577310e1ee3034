import type { User } from '@prosa/contract/entities/user'
import { resetServerClock } from '../shared/api/server-clock.ts'
import { resetNotifications } from '../shared/notifications.ts'
import { usePreferences } from '../shared/preferences.ts'
import { useSession } from '../shared/session/session.ts'
import { aUser } from './factories.ts'

/** Puts a user in the session, as after a sign-in. */
export function signedIn(change: Partial<User> = {}): User {
  const user = aUser(change)
  useSession.setState({ user, isAuthenticated: true, isInitialized: true })
  return user
}

/** What module-level state remembers is forgotten between tests. */
export function resetPanel(): void {
  useSession.setState(useSession.getInitialState(), true)
  usePreferences.setState(usePreferences.getInitialState(), true)
  resetNotifications()
  resetServerClock()
}
