import { LOGOUT_DEBOUNCE_MS } from '@prosa/contract/constants'
import { apiClient } from '../api/api-client.ts'
import { MESSAGE_BY_ERROR_CODE } from '../api/messages.pt-br.ts'
import { redirectOnAuthError } from './redirect-on-auth-error.ts'
import { SESSION_STORAGE_KEY, type SessionState, signOut, useSession } from './session.ts'
import { renewTokenAfterUnauthorized, SIGNED_OUT_EVENT, scheduleTokenRenewal } from './token-renewal.ts'
import { getKnownTokenCount } from './token-state.ts'
import { watchIdle } from './watch-idle.ts'

/** Connects the session to the API client, the token renewal, the idle timer and the other tabs. Returns a function that disconnects it. */
export function startSessionLifecycle(): () => void {
  apiClient.setSessionHooks({
    getTokenCount: getKnownTokenCount,
    renew: renewTokenAfterUnauthorized,
    onRejected: redirectOnAuthError,
  })

  let debounce: ReturnType<typeof setTimeout> | undefined
  const onForcedSignOut = (event: Event) => {
    const reason =
      event instanceof CustomEvent && typeof event.detail === 'string' ? event.detail : MESSAGE_BY_ERROR_CODE.TOKEN_EXPIRED
    clearTimeout(debounce)
    debounce = setTimeout(() => {
      if (useSession.getState().user) void signOut(reason)
    }, LOGOUT_DEBOUNCE_MS)
  }
  const onOtherTab = (event: StorageEvent) => {
    if (event.key === SESSION_STORAGE_KEY) void useSession.persist.rehydrate()
  }
  window.addEventListener(SIGNED_OUT_EVENT, onForcedSignOut)
  window.addEventListener('storage', onOtherTab)

  let stopWatching: (() => void) | null = null
  const watch = ({ isAuthenticated, isInitialized }: SessionState) => {
    const isSignedIn = isAuthenticated && isInitialized
    if (isSignedIn && !stopWatching) {
      const unsubscribers = [scheduleTokenRenewal(), watchIdle(() => void signOut(MESSAGE_BY_ERROR_CODE.TOKEN_EXPIRED))]
      stopWatching = () => {
        for (const unsubscribeOne of unsubscribers) unsubscribeOne()
      }
    }
    if (!isSignedIn) {
      stopWatching?.()
      stopWatching = null
    }
  }
  const unsubscribe = useSession.subscribe(watch)
  watch(useSession.getState())

  return () => {
    apiClient.setSessionHooks(null)
    clearTimeout(debounce)
    window.removeEventListener(SIGNED_OUT_EVENT, onForcedSignOut)
    window.removeEventListener('storage', onOtherTab)
    unsubscribe()
    stopWatching?.()
  }
}
