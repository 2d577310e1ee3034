import { me } from '@prosa/contract/calls/accounts/auth'
import type { User } from '@prosa/contract/entities/accounts/user'
import { call } from '../api/api-client.ts'
import { canSendCustomHeaders } from '../api/custom-headers.ts'
import { ApiError } from '../api/errors.ts'
import { safeLocalStorage } from '../browser/safe-storage.ts'
import { resetPreferencesOnUserChange } from '../preferences/preferences.ts'
import { recordActivity } from './activity.ts'
import { ONBOARDING_TOKEN_KEY, useSession } from './session.ts'
import { storeNewToken } from './token-state.ts'

const isAuthRejection = (error: unknown) => error instanceof ApiError && (error.statusCode === 401 || error.statusCode === 403)

/**
 * Opens the session of a newly created account. The stored token is used once, to fetch the signed-in user from a provider that accepts it;
 * all later calls use the cookies of that response. If the provider set no cookies, the user is led to the login page.
 */
export async function signInAfterOnboarding({ token, user }: { token: string; user: User }): Promise<void> {
  safeLocalStorage.setItem(ONBOARDING_TOKEN_KEY, token)
  const bearer = canSendCustomHeaders() ? { headers: { authorization: `Bearer ${token}` } } : {}
  let verified = user
  try {
    const { expiresIn, ...found } = (await call(me, bearer)).data
    storeNewToken(expiresIn)
    verified = found
  } catch (error) {
    if (isAuthRejection(error)) return
  }
  recordActivity({ rememberMe: false })
  resetPreferencesOnUserChange(verified.id)
  useSession.setState({ user: verified, isAuthenticated: true, isInitialized: true, error: null })
}
