import { login, logout, refresh } from '@prosa/contract/calls/auth'
import type { User } from '@prosa/contract/entities/user'
import { resetServerClock } from '../shared/api/server-clock.ts'
import { resetNotifications } from '../shared/notifications.ts'
import { usePreferences } from '../shared/preferences.ts'
import { signIn, useSession } from '../shared/session/session.ts'
import { aUser } from './factories.ts'
import { type FakeProvider, fakeProvider } from './fake-provider.ts'

/** Sets the signed-in user, as after a sign-in. */
export function signedIn(change: Partial<User> = {}): User {
  const user = aUser(change)
  useSession.setState({ user, isAuthenticated: true, isInitialized: true })
  return user
}

export const renewed = () => ({ success: true as const, data: { accessToken: 'new', expiresIn: 900 } })

/** Signs in at a provider that renews tokens; `expiresIn` is in seconds. */
export async function openedFor(expiresIn: number, rememberMe = true): Promise<FakeProvider> {
  const provider = fakeProvider()
    .on(login, () => ({ success: true, data: { user: aUser(), accessToken: 'a', refreshToken: 'r', expiresIn } }))
    .on(refresh, renewed)
    .on(logout, () => ({ success: true }))
  await signIn({ phone: '+5511987654321', password: 'x', rememberMe })
  return provider
}

/** Resets module-level state between tests. */
export function resetPanel(): void {
  useSession.setState(useSession.getInitialState(), true)
  usePreferences.setState(usePreferences.getInitialState(), true)
  resetNotifications()
  resetServerClock()
}
