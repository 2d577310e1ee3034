import { me } from '@prosa/contract/calls/auth'
import type { User } from '@prosa/contract/entities/user'
import { call } from '../api/client.ts'
import { ApiError } from '../api/errors.ts'
import { mayCarryOwnHeaders } from '../api/own-headers.ts'
import { preferencesOf } from '../preferences.ts'
import { localArea } from '../safe-storage.ts'
import { noteActivity } from './activity.ts'
import { ONBOARDING_TOKEN_KEY, useSession } from './session.ts'
import { noteNewToken } from './token.ts'

const isRefusal = (error: unknown) => error instanceof ApiError && (error.statusCode === 401 || error.statusCode === 403)

/**
 * Opens the session of a newly created account. The stored token is used once, to fetch the signed-in user from a provider that accepts it;
 * all later calls use the cookies of that response. If the provider set no cookies, the user is led to the login page.
 */
export async function openOnboardedSession({ token, user }: { token: string; user: User }): Promise<void> {
  localArea.setItem(ONBOARDING_TOKEN_KEY, token)
  const bearer = mayCarryOwnHeaders() ? { headers: { authorization: `Bearer ${token}` } } : {}
  let verified = user
  try {
    const { expiresIn, ...found } = (await call(me, bearer)).data
    noteNewToken(expiresIn)
    verified = found
  } catch (error) {
    if (isRefusal(error)) return
  }
  noteActivity({ rememberMe: false })
  preferencesOf(verified.id)
  useSession.setState({ user: verified, isAuthenticated: true, isInitialized: true, error: null })
}
