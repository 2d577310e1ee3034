import { LOGOUT_DEBOUNCE_MS } from '@prosa/contract/constants'
import { client } from '../api/client.ts'
import { MESSAGE_OF_CODE } from '../api/messages.pt-br.ts'
import { watchIdle } from './idle.ts'
import { leadAway } from './lead-away.ts'
import { keepFresh, renewAfterRefusal, SIGNED_OUT_EVENT } from './refresh.ts'
import { type AuthState, SESSION_STORAGE_KEY, signOut, useSession } from './session.ts'
import { knownTokens } from './token.ts'

/** Connects the session to the API client, the timers and the other tabs. Returns a function that disconnects it. */
export function startSession(): () => void {
  client.use({ tokens: knownTokens, renew: renewAfterRefusal, refused: leadAway })

  let debounce: ReturnType<typeof setTimeout> | undefined
  const onForcedSignOut = (event: Event) => {
    const reason = event instanceof CustomEvent && typeof event.detail === 'string' ? event.detail : MESSAGE_OF_CODE.TOKEN_EXPIRED
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
  const watch = ({ isAuthenticated, isInitialized }: AuthState) => {
    const live = isAuthenticated && isInitialized
    if (live && !stopWatching) {
      const stops = [keepFresh(), watchIdle(() => void signOut(MESSAGE_OF_CODE.TOKEN_EXPIRED))]
      stopWatching = () => {
        for (const stop of stops) stop()
      }
    }
    if (!live) {
      stopWatching?.()
      stopWatching = null
    }
  }
  const unsubscribe = useSession.subscribe(watch)
  watch(useSession.getState())

  return () => {
    client.use(null)
    clearTimeout(debounce)
    window.removeEventListener(SIGNED_OUT_EVENT, onForcedSignOut)
    window.removeEventListener('storage', onOtherTab)
    unsubscribe()
    stopWatching?.()
  }
}
