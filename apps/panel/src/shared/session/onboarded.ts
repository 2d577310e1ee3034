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
 * Opens the session that came with a new account. The token left behind serves to ask, this once, who is signed in, of a provider
 * that takes it: everything after goes by the cookies of the same answer. A provider that set none leads to its login page, where the account works.
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
