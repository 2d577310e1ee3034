import type { User } from '@prosa/contract/entities/user'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { UNREADABLE_CODE } from '../api/client.ts'
import { ApiError, leadsAway } from '../api/errors.ts'
import { MESSAGE_OF_CODE, SESSION_MESSAGES } from '../api/messages.pt-br.ts'
import { notify, takeBack } from '../notifications.ts'
import { preferencesOf } from '../preferences.ts'
import { localArea } from '../safe-storage.ts'
import { forgetActivity, isIdle, noteActivity } from './activity.ts'
import { setDueFirst } from './due-first.ts'
import { keepSignedInHeader } from './keep-signed-in.ts'
import { wantsFirst } from './lead-away.ts'
import { sessionCall } from './session-call.ts'
import { forgetToken, noteNewToken, noteToken } from './token.ts'

export interface AuthState {
  user: User | null
  isAuthenticated: boolean
  isLoading: boolean
  error: string | null
  isInitialized: boolean
  isVerifying: boolean
}

export const SESSION_STORAGE_KEY = 'auth-storage'
/** Storage key of the short-lived token that onboarding leaves, used only to verify the new session. */
export const ONBOARDING_TOKEN_KEY = 'auth-token'

const SIGNED_OUT: AuthState = {
  user: null,
  isAuthenticated: false,
  isLoading: false,
  error: null,
  isInitialized: false,
  isVerifying: false,
}

/** Signed-in user. Contains no token: cookies authenticate. */
export const useSession = create<AuthState>()(
  persist((): AuthState => SIGNED_OUT, {
    name: SESSION_STORAGE_KEY,
    storage: createJSONStorage(() => localArea),
    partialize: ({ user, isAuthenticated }) => ({ user, isAuthenticated }),
  }),
)

const set = (change: Partial<AuthState>) => {
  useSession.setState(change)
}

/** Returns the message of a failed sign-in, which is always shown, whatever the error code (gap G06). */
function signInFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return SESSION_MESSAGES.signInUnexpected
  const answered = error.statusCode >= 200 && error.statusCode < 300
  if (!answered || error.serverMessage !== undefined) return error.message
  return error.code === UNREADABLE_CODE ? SESSION_MESSAGES.signInUnexpected : SESSION_MESSAGES.signInWithoutMessage
}

/** Subject of the notification of a failed sign-in. */
export const SIGN_IN = ['sign-in'] as const

/** Stores the session that a successful sign-in has opened. */
export function keepOpened({ user, expiresIn }: { user: User; expiresIn: number }, rememberMe: boolean): void {
  noteActivity({ rememberMe })
  noteNewToken(expiresIn)
  setDueFirst('')
  preferencesOf(user.id)
  takeBack(SIGN_IN)
  set({ user, isAuthenticated: true, isInitialized: true, error: null })
}

/**
 * Signs in. On failure the store keeps the message.
 * @throws the error, with its field errors
 */
export async function signIn(given: { phone: string; password: string; rememberMe: boolean }): Promise<User> {
  set({ isLoading: true, error: null })
  try {
    const { data } = await sessionCall('login', {
      body: { phone: given.phone, password: given.password },
      headers: keepSignedInHeader(given.rememberMe),
    })
    keepOpened(data, given.rememberMe)
    return data.user
  } catch (error) {
    set({ user: null, isAuthenticated: false, error: signInFailure(error) })
    throw error
  } finally {
    set({ isLoading: false })
  }
}

/** Removes the user at once, then notifies the server; `reason` is shown on the login page. */
export async function signOut(reason: string | null = null): Promise<void> {
  set({ user: null, isAuthenticated: false, error: reason })
  forgetActivity()
  forgetToken()
  setDueFirst('')
  localArea.removeItem(ONBOARDING_TOKEN_KEY)
  try {
    await sessionCall('logout')
  } catch (error) {
    console.warn(SESSION_MESSAGES.signedOutLocally)
    if (!leadsAway(error)) notify.warning({ message: SESSION_MESSAGES.signOutFailed })
  }
}

/** Fetches the persisted user from the server. Any failure removes the user, except one that requires a password change. */
async function verifySession(): Promise<void> {
  set({ isVerifying: true, error: null })
  try {
    const { expiresIn, ...user } = (await sessionCall('me')).data
    keepVerified(user, expiresIn)
  } catch (error) {
    if (error instanceof ApiError && wantsFirst(error)) return
    set({ user: null, isAuthenticated: false, error: verificationFailure(error) })
  } finally {
    set({ isVerifying: false, isInitialized: true })
  }
}

function keepVerified(user: User, expiresIn: number | undefined): void {
  if (expiresIn !== undefined) noteToken(expiresIn)
  noteActivity()
  set({ user, isAuthenticated: true })
}

/** Returns the message for a session that the server rejected, that could not be checked, or that this browser could not store. */
function verificationFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return SESSION_MESSAGES.initialisationFailed
  return error.statusCode === 401 || error.statusCode === 403 ? SESSION_MESSAGES.tokenRefused : SESSION_MESSAGES.tokenCheckFailed
}

/** Checks, once, whether the persisted user still has a session. */
export async function initialiseSession(): Promise<void> {
  const { isInitialized, isVerifying, user } = useSession.getState()
  if (isInitialized || isVerifying) return
  if (!user) {
    set({ isAuthenticated: false, isInitialized: true })
    return
  }
  if (isIdle()) {
    set({ isInitialized: true })
    return signOut(MESSAGE_OF_CODE.TOKEN_EXPIRED)
  }
  await verifySession()
}

/** Removes the reason of a forced sign-out from the login page. */
export function clearSessionError(): void {
  set({ error: null })
}
