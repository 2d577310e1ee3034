import { env } from '../config/env.ts'
import { isIdle, noteActivity, readActivity } from './activity.ts'

const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const
/** Writing to storage wakes every tab, so activity is noted at most this often. */
const NOTE_EVERY_MS = 5_000

/** Watches for an hour without a touch in any tab; answers how to stop. */
export function watchIdle(onIdle: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined

  const wait = () => {
    clearTimeout(timer)
    const { rememberMe, lastActivityAt } = readActivity()
    if (rememberMe) return
    timer = setTimeout(check, Math.max(lastActivityAt + env.sessionTimeoutMs - Date.now(), 0))
  }

  const check = () => {
    // A touch that is still to come was before the clock was set back: the hour begins anew.
    if (readActivity().lastActivityAt > Date.now()) noteActivity()
    if (isIdle()) onIdle()
    else wait()
  }

  const onLife = () => {
    if (isIdle()) return onIdle()
    if (Math.abs(Date.now() - readActivity().lastActivityAt) >= NOTE_EVERY_MS) noteActivity()
  }

  // A timer sleeps with the machine: coming back to the page is the moment to look.
  const onVisible = () => {
    if (document.visibilityState === 'visible') check()
  }

  for (const sign of SIGNS_OF_LIFE) window.addEventListener(sign, onLife, { passive: true, capture: true })
  document.addEventListener('visibilitychange', onVisible)
  wait()
  return () => {
    clearTimeout(timer)
    for (const sign of SIGNS_OF_LIFE) window.removeEventListener(sign, onLife, { capture: true })
    document.removeEventListener('visibilitychange', onVisible)
  }
}
