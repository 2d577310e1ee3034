import { env } from '../config/env.ts'
import { isIdle, readTiming, updateTiming } from './timing.ts'

const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const
/** Writing to storage wakes every tab, so activity is noted at most this often. */
const NOTE_EVERY_MS = 5_000

/** Watches for an hour without a touch in any tab; answers how to stop. */
export function watchIdle(onIdle: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined

  const wait = () => {
    clearTimeout(timer)
    const { rememberMe, lastActivityAt } = readTiming()
    if (rememberMe) return
    timer = setTimeout(check, Math.max(lastActivityAt + env.sessionTimeoutMs - Date.now(), 0))
  }

  const check = () => {
    if (isIdle(Date.now())) onIdle()
    else wait()
  }

  const noteActivity = () => {
    const now = Date.now()
    if (isIdle(now)) return onIdle()
    if (now - readTiming().lastActivityAt >= NOTE_EVERY_MS) updateTiming({ lastActivityAt: now })
  }

  // A timer sleeps with the machine: coming back to the page is the moment to look.
  const onVisible = () => {
    if (document.visibilityState === 'visible') check()
  }

  for (const sign of SIGNS_OF_LIFE) window.addEventListener(sign, noteActivity, { passive: true, capture: true })
  document.addEventListener('visibilitychange', onVisible)
  wait()
  return () => {
    clearTimeout(timer)
    for (const sign of SIGNS_OF_LIFE) window.removeEventListener(sign, noteActivity, { capture: true })
    document.removeEventListener('visibilitychange', onVisible)
  }
}
