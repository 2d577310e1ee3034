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
 * Signs in the user of a newly created account. `token` is used once, to fetch the user from a server that accepts the token; later
 * requests use the cookies of that response. If the server rejects the token and has set no cookies, the user stays signed out.
 */
export async function signInAfterOnboarding({ token, user }: { token: string; user: User }): Promise<void> {
  safeLocalStorage.setItem(ONBOARDING_TOKEN_KEY, token)
  const bearer = canSendCustomHeaders() ? { headers: { authorization: `Bearer ${token}` } } : {}
  let verifiedUser = user
  try {
    const { expiresIn, ...fetchedUser } = (await call(me, bearer)).data
    storeNewToken(expiresIn)
    verifiedUser = fetchedUser
  } catch (error) {
    if (isAuthRejection(error)) return
  }
  recordActivity({ rememberMe: false })
  resetPreferencesOnUserChange(verifiedUser.id)
  useSession.setState({ user: verifiedUser, isAuthenticated: true, isInitialized: true, error: null })
}
