import { login, logout, refresh } from '@prosa/contract/calls/accounts/auth'
import type { User } from '@prosa/contract/entities/accounts/user'
import { resetServerClock } from '../shared/api/server-clock.ts'
import { resetNotifications } from '../shared/notifications/notifications.ts'
import { usePreferences } from '../shared/preferences/preferences.ts'
import { signIn, useSession } from '../shared/session/session.ts'
import { aUser } from './factories.ts'
import { createFakeProvider, type FakeProvider } from './fake-provider.ts'

/** Sets the signed-in user, as a successful sign-in does. */
export function setSignedInUser(overrides: Partial<User> = {}): User {
  const user = aUser(overrides)
  useSession.setState({ user, isAuthenticated: true, isInitialized: true })
  return user
}

export const createRefreshResponse = () => ({ success: true as const, data: { accessToken: 'new', expiresIn: 900 } })

/** Signs a user in at a fake server that renews access tokens. `expiresIn`: validity of a token in seconds. */
export async function signInWithExpiry(expiresIn: number, rememberMe = true): Promise<FakeProvider> {
  const provider = createFakeProvider()
    .on(login, () => ({ success: true, data: { user: aUser(), accessToken: 'a', refreshToken: 'r', expiresIn } }))
    .on(refresh, createRefreshResponse)
    .on(logout, () => ({ success: true }))
  await signIn({ phone: '+5511987654321', password: 'x', rememberMe })
  return provider
}

/** Resets the state that modules keep between tests. */
export function resetPanelState(): void {
  useSession.setState(useSession.getInitialState(), true)
  usePreferences.setState(usePreferences.getInitialState(), true)
  resetNotifications()
  resetServerClock()
}
