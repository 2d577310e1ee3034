import { dismissNotification, notify } from '../notifications/notifications.ts'
import { waitForRetry } from './wait-for-retry.ts'

const FIRST_RETRY_MS = 5_000
const LAST_RETRY_MS = 60_000
const SERVER_CHECK_TIMEOUT_MS = 5_000

/** Returns whether the web server that delivers the panel's files responds successfully within 5 seconds. */
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

/**
 * Shows a notification with a reload button. Reloading is needed because a newer build removed the chunk, or the browser cached the failed
 * request.
 */
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
 * Loads a lazy chunk and retries until it succeeds, even while the network is down. A rejected promise would unmount everything around the
 * Suspense boundary. Calls `onFirstFailure` at the first failure.
 * @throws errors that the chunk's own code throws
 */
export async function importWithRetry<T>(load: () => Promise<T>, onFirstFailure?: () => void): Promise<T> {
  let isReloadOffered = false
  const offerReloadOnce = async () => {
    if (isReloadOffered || !(await isServerReachable())) return
    isReloadOffered = true
    offerReload()
  }
  for (let waitMs = FIRST_RETRY_MS; ; waitMs = Math.min(waitMs * 2, LAST_RETRY_MS)) {
    try {
      return await load()
    } catch (error) {
      // An error in the chunk's own code is not retried. A failed download of a chunk is a TypeError in every browser.
      if (!(error instanceof TypeError)) throw error
      if (waitMs === FIRST_RETRY_MS) onFirstFailure?.()
      else void offerReloadOnce()
    }
    await waitForRetry(waitMs)
  }
}
