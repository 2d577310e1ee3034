import { SESSION_ENDPOINTS } from '@prosa/contract/session-endpoints'
import type { TokenRenewal } from '../api/api-client.ts'
import { ApiError, createErrorFromCode } from '../api/errors.ts'
import { SESSION_MESSAGES } from '../api/messages.pt-br.ts'
import { runWithLock } from '../browser/locks.ts'
import { makeSessionCall } from './session-call.ts'
import {
  fetchTokenCount,
  getKnownTokenCount,
  getNextRenewalTime,
  onTokenChangedInOtherTab,
  publishTokenRenewal,
  readTokenState,
} from './token-state.ts'

/** Name of the event that is dispatched on `window` when the session cannot be renewed. `detail`: the reason, if known. */
export const SIGNED_OUT_EVENT = 'auth:logout'

const { login, refresh, logout } = SESSION_ENDPOINTS

/** Names of endpoints whose errors do not show whether the session is valid. Their callers show these errors. */
export const CALLS_WITH_OWN_ERRORS: ReadonlySet<string> = new Set([login.name, refresh.name, logout.name])

const MAX_TIMER_MS = 2 ** 31 - 1

let runningRenewal: Promise<TokenRenewal> | null = null

/**
 * Runs `operation` in one tab at a time. In a browser without locks, two tabs may renew at once; the server accepts the replaced token for
 * a grace period.
 */
const runInOneTab = (operation: () => Promise<TokenRenewal>): Promise<TokenRenewal> => runWithLock('session-refresh', operation)

/**
 * Renews the access token, unless another tab has renewed it since the token count was `knownCount`. Concurrent calls in one tab share one
 * renewal.
 */
function renewToken(knownCount: number): Promise<TokenRenewal> {
  runningRenewal ??= runInOneTab(async () => {
    const count = await fetchTokenCount()
    if (count > knownCount) return 'elsewhere'
    const { data } = await makeSessionCall('refresh')
    await publishTokenRenewal(count + 1, data?.expiresIn)
    return 'here'
  }).finally(() => {
    runningRenewal = null
  })
  return runningRenewal
}

/**
 * Handles a 401: renews the token once for all waiting requests, which are then repeated (section 4, session).
 * @throws ApiError with TOKEN_EXPIRED if the renewal fails; the user is signed out
 */
export async function renewTokenAfterUnauthorized({
  name,
  tokenCount,
}: {
  name: string
  tokenCount: number
}): Promise<TokenRenewal | null> {
  if (CALLS_WITH_OWN_ERRORS.has(name)) return null
  try {
    return await renewToken(tokenCount)
  } catch {
    window.dispatchEvent(new Event(SIGNED_OUT_EVENT))
    throw createErrorFromCode('TOKEN_EXPIRED', 401)
  }
}

/** Renews the token before it expires, until the session ends. Returns a cleanup function. */
export function scheduleTokenRenewal(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined

  const schedule = () => {
    clearTimeout(timer)
    const token = readTokenState()
    // Another tab has renewed the token. The storage event that follows calls `schedule` again.
    if (token.count < getKnownTokenCount()) return
    const renewalTime = getNextRenewalTime(token, Date.now())
    if (renewalTime !== null)
      timer = setTimeout(() => void renewIfDue(), Math.min(Math.max(renewalTime - Date.now(), 0), MAX_TIMER_MS))
  }

  const renewIfDue = async () => {
    const renewalTime = getNextRenewalTime(readTokenState(), Date.now())
    if (renewalTime === null || Date.now() < renewalTime) return schedule()
    try {
      await renewToken(getKnownTokenCount())
      schedule()
    } catch (error) {
      // A 401 ends the session here. Other errors are temporary: the next request that fails with a 401 renews the token.
      if (error instanceof ApiError && error.statusCode === 401) {
        window.dispatchEvent(new CustomEvent(SIGNED_OUT_EVENT, { detail: SESSION_MESSAGES.refreshFailed }))
      }
    }
  }

  const stopListening = onTokenChangedInOtherTab(schedule)
  schedule()
  return () => {
    clearTimeout(timer)
    stopListening()
  }
}
