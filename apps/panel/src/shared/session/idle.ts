import { env } from '../config/env.ts'
import { isIdle, noteActivity, readActivity } from './activity.ts'

const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const
/** Minimum interval in milliseconds between writes of the activity, because each write to storage wakes every tab. */
const NOTE_EVERY_MS = 5_000

/** Calls `onIdle` when no tab was used for the session timeout. Returns a function that stops it. */
export function watchIdle(onIdle: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined

  const wait = () => {
    clearTimeout(timer)
    const { rememberMe, lastActivityAt } = readActivity()
    if (rememberMe) return
    timer = setTimeout(check, Math.max(lastActivityAt + env.sessionTimeoutMs - Date.now(), 0))
  }

  const check = () => {
    // An activity in the future means that the clock was set back. The timeout starts again.
    if (readActivity().lastActivityAt > Date.now()) noteActivity()
    if (isIdle()) onIdle()
    else wait()
  }

  const onLife = () => {
    if (isIdle()) return onIdle()
    if (Math.abs(Date.now() - readActivity().lastActivityAt) >= NOTE_EVERY_MS) noteActivity()
  }

  // Timers stop while the machine sleeps, so the timeout is checked when the page becomes visible.
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
