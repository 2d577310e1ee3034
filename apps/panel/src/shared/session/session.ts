import type { User } from '@prosa/contract/entities/accounts/user'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { INVALID_RESPONSE_CODE } from '../api/api-client.ts'
import { ApiError, isAuthRedirectError } from '../api/errors.ts'
import { MESSAGE_BY_ERROR_CODE, SESSION_MESSAGES } from '../api/messages.pt-br.ts'
import { safeLocalStorage } from '../browser/safe-storage.ts'
import { dismissNotificationAbout, notify } from '../notifications/notifications.ts'
import { resetPreferencesOnUserChange } from '../preferences/preferences.ts'
import { setAccountRequirement } from './account-requirement.ts'
import { clearActivity, isSessionIdle, recordActivity } from './activity.ts'
import { getKeepSignedInHeader } from './keep-signed-in-header.ts'
import { isAccountRequirementError } from './redirect-on-auth-error.ts'
import { makeSessionCall } from './session-call.ts'
import { clearToken, storeNewToken, storeTokenExpiry } from './token-state.ts'

export interface SessionState {
  user: User | null
  isAuthenticated: boolean
  isLoading: boolean
  error: string | null
  isInitialized: boolean
  isVerifying: boolean
}

export const SESSION_STORAGE_KEY = 'auth-storage'
/** Storage key of the short-lived token that the onboarding stores. The token is used once, to verify the new session. */
export const ONBOARDING_TOKEN_KEY = 'auth-token'

const SIGNED_OUT_STATE: SessionState = {
  user: null,
  isAuthenticated: false,
  isLoading: false,
  error: null,
  isInitialized: false,
  isVerifying: false,
}

/** Store of the signed-in user. Contains no token, because requests are authenticated by cookies. */
export const useSession = create<SessionState>()(
  persist((): SessionState => SIGNED_OUT_STATE, {
    name: SESSION_STORAGE_KEY,
    storage: createJSONStorage(() => safeLocalStorage),
    partialize: ({ user, isAuthenticated }) => ({ user, isAuthenticated }),
  }),
)

const updateSession = (change: Partial<SessionState>) => {
  useSession.setState(change)
}

/** Returns the message for a failed sign-in, which every error code has (gap G06). */
function getSignInErrorMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return SESSION_MESSAGES.signInUnexpected
  const hasSuccessStatus = error.statusCode >= 200 && error.statusCode < 300
  if (!hasSuccessStatus || error.serverMessage !== undefined) return error.message
  return error.code === INVALID_RESPONSE_CODE ? SESSION_MESSAGES.signInUnexpected : SESSION_MESSAGES.signInWithoutMessage
}

/** Subject of the notification of a failed sign-in. */
export const SIGN_IN_SUBJECT = ['sign-in'] as const

/** Stores the user and token expiry after a successful sign-in. */
export function storeSignedInSession({ user, expiresIn }: { user: User; expiresIn: number }, rememberMe: boolean): void {
  recordActivity({ rememberMe })
  storeNewToken(expiresIn)
  setAccountRequirement('')
  resetPreferencesOnUserChange(user.id)
  dismissNotificationAbout(SIGN_IN_SUBJECT)
  updateSession({ user, isAuthenticated: true, isInitialized: true, error: null })
}

/**
 * Signs the user in. On failure, stores the error message for the login page.
 * @throws the error of the request, with its field errors
 */
export async function signIn(credentials: { phone: string; password: string; rememberMe: boolean }): Promise<User> {
  updateSession({ isLoading: true, error: null })
  try {
    const { data } = await makeSessionCall('login', {
      body: { phone: credentials.phone, password: credentials.password },
      headers: getKeepSignedInHeader(credentials.rememberMe),
    })
    storeSignedInSession(data, credentials.rememberMe)
    return data.user
  } catch (error) {
    updateSession({ user: null, isAuthenticated: false, error: getSignInErrorMessage(error) })
    throw error
  } finally {
    updateSession({ isLoading: false })
  }
}

/** Signs the user out in this browser at once, then at the server. `reason`: text for the login page, or null. */
export async function signOut(reason: string | null = null): Promise<void> {
  updateSession({ user: null, isAuthenticated: false, error: reason })
  clearActivity()
  clearToken()
  setAccountRequirement('')
  safeLocalStorage.removeItem(ONBOARDING_TOKEN_KEY)
  try {
    await makeSessionCall('logout')
  } catch (error) {
    console.warn(SESSION_MESSAGES.signedOutLocally)
    if (!isAuthRedirectError(error)) notify.warning({ message: SESSION_MESSAGES.signOutFailed })
  }
}

/**
 * Verifies the persisted user at the server. Signs the user out on any failure, unless the account first needs a new password or a second
 * factor.
 */
async function verifySession(): Promise<void> {
  updateSession({ isVerifying: true, error: null })
  try {
    const { expiresIn, ...user } = (await makeSessionCall('me')).data
    storeVerifiedSession(user, expiresIn)
  } catch (error) {
    if (error instanceof ApiError && isAccountRequirementError(error)) return
    updateSession({ user: null, isAuthenticated: false, error: getVerificationErrorMessage(error) })
  } finally {
    updateSession({ isVerifying: false, isInitialized: true })
  }
}

function storeVerifiedSession(user: User, expiresIn: number | undefined): void {
  if (expiresIn !== undefined) storeTokenExpiry(expiresIn)
  recordActivity()
  updateSession({ user, isAuthenticated: true })
}

/** Returns the message for a failed session check: the server rejected the session, the check failed, or an unexpected error occurred. */
function getVerificationErrorMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return SESSION_MESSAGES.initialisationFailed
  return error.statusCode === 401 || error.statusCode === 403 ? SESSION_MESSAGES.tokenRejected : SESSION_MESSAGES.tokenCheckFailed
}

/** Verifies, once per page load, that the persisted user still has a session. */
export async function initializeSession(): Promise<void> {
  const { isInitialized, isVerifying, user } = useSession.getState()
  if (isInitialized || isVerifying) return
  if (!user) {
    updateSession({ isAuthenticated: false, isInitialized: true })
    return
  }
  if (isSessionIdle()) {
    updateSession({ isInitialized: true })
    return signOut(MESSAGE_BY_ERROR_CODE.TOKEN_EXPIRED)
  }
  await verifySession()
}

export function clearSessionError(): void {
  updateSession({ error: null })
}
