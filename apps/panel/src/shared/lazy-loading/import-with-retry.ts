import { dismissNotification, notify } from '../notifications/notifications.ts'
import { waitForRetry } from './wait-for-retry.ts'

const FIRST_RETRY_MS = 5_000
const LAST_RETRY_MS = 60_000
const SERVER_CHECK_TIMEOUT_MS = 5_000

/** Returns whether the server that delivers the panel's files responds successfully within 5 seconds. */
export const isServerReachable = (): Promise<boolean> => {
  const request = new AbortController()
  const timer = setTimeout(() => request.abort(), SERVER_CHECK_TIMEOUT_MS)
  return fetch(window.location.pathname, { method: 'HEAD', cache: 'no-store', signal: request.signal })
    .then(
      ({ ok }) => ok,
      () => false,
    )
    .finally(() => clearTimeout(timer))
}

let reloadNotificationId = ''

/** Offers to reload the page: the chunk was removed by a newer build, or the browser cached its failed request. */
const offerReload = () => {
  dismissNotification(reloadNotificationId)
  reloadNotificationId = notify.warning({
    title: 'Recarregue a página',
    message: 'Uma parte do Prosa não carregou. O que você está escrevendo fica guardado.',
    autoHide: false,
    action: { label: 'Recarregar', run: () => window.location.reload() },
  })
}

/**
 * Loads a lazy chunk and retries until it succeeds, also while the network is down: a rejected promise would unmount everything around the
 * Suspense boundary. Calls `onMissed` at the first failure.
 * @throws errors of the chunk's own code
 */
export async function importWithRetry<T>(load: () => Promise<T>, onMissed?: () => void): Promise<T> {
  let isOffered = false
  const offer = async () => {
    if (isOffered || !(await isServerReachable())) return
    isOffered = true
    offerReload()
  }
  for (let waitMs = FIRST_RETRY_MS; ; waitMs = Math.min(waitMs * 2, LAST_RETRY_MS)) {
    try {
      return await load()
    } catch (error) {
      // An error of the code itself would only repeat. In every browser, a chunk that could not be fetched is a TypeError.
      if (!(error instanceof TypeError)) throw error
      if (waitMs === FIRST_RETRY_MS) onMissed?.()
      else void offer()
    }
    await waitForRetry(waitMs)
  }
}
