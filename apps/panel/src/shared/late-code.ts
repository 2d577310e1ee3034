import { nextChance } from './next-chance.ts'
import { dismissNotification, notify } from './notifications.ts'

const FIRST_RETRY_MS = 5_000
const LAST_RETRY_MS = 60_000
const ANSWERS_WITHIN_MS = 5_000

/** Returns whether the server of the panel's files answers within 5 seconds. */
export const isServed = (): Promise<boolean> => {
  const request = new AbortController()
  const timer = setTimeout(() => request.abort(), ANSWERS_WITHIN_MS)
  return fetch(window.location.pathname, { method: 'HEAD', cache: 'no-store', signal: request.signal })
    .then(
      ({ ok }) => ok,
      () => false,
    )
    .finally(() => clearTimeout(timer))
}

let offered = ''

/** Its files went with an older build, or the browser keeps in mind that they failed once: only a fresh page gets them. */
const offerReload = () => {
  dismissNotification(offered)
  offered = notify.warning({
    title: 'Recarregue a página',
    message: 'Uma parte do Prosa não carregou. O que você está escrevendo fica guardado.',
    autoHide: false,
    action: { label: 'Recarregar', run: () => window.location.reload() },
  })
}

/**
 * Code that comes later than its page, however long it takes: without a network it is asked for until there is one. A promise that
 * failed would take down everything that stands around what waits for it. `onMissed` is told the first time.
 */
export async function lateCode<T>(load: () => Promise<T>, onMissed?: () => void): Promise<T> {
  let isOffered = false
  const offer = async () => {
    if (isOffered || !(await isServed())) return
    isOffered = true
    offerReload()
  }
  for (let waitMs = FIRST_RETRY_MS; ; waitMs = Math.min(waitMs * 2, LAST_RETRY_MS)) {
    try {
      return await load()
    } catch (error) {
      // What failed in itself fails again; a file that did not come is of this kind in every browser.
      if (!(error instanceof TypeError)) throw error
      if (waitMs === FIRST_RETRY_MS) onMissed?.()
      else void offer()
    }
    await nextChance(waitMs)
  }
}
