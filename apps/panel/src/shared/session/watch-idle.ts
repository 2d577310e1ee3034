import { env } from '../config/env.ts'
import { isSessionIdle, readActivity, recordActivity } from './activity.ts'

const ACTIVITY_EVENTS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const
/**
 * Minimum interval in milliseconds between writes of the last activity, because each write to local storage triggers an event in every tab.
 */
const ACTIVITY_WRITE_INTERVAL_MS = 5_000

/** Calls `onIdle` when the user has used no tab for the duration of the session timeout. Returns a cleanup function. */
export function watchIdle(onIdle: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined

  const scheduleCheck = () => {
    clearTimeout(timer)
    const { rememberMe, lastActivityAt } = readActivity()
    if (rememberMe) return
    timer = setTimeout(check, Math.max(lastActivityAt + env.sessionTimeoutMs - Date.now(), 0))
  }

  const check = () => {
    // A last activity in the future means that the clock was set back, so the timeout starts again.
    if (readActivity().lastActivityAt > Date.now()) recordActivity()
    if (isSessionIdle()) onIdle()
    else scheduleCheck()
  }

  const onActivity = () => {
    if (isSessionIdle()) return onIdle()
    if (Math.abs(Date.now() - readActivity().lastActivityAt) >= ACTIVITY_WRITE_INTERVAL_MS) recordActivity()
  }

  // Timers stop while the machine sleeps, so the timeout is checked when the page becomes visible.
  const onVisible = () => {
    if (document.visibilityState === 'visible') check()
  }

  for (const eventName of ACTIVITY_EVENTS) window.addEventListener(eventName, onActivity, { passive: true, capture: true })
  document.addEventListener('visibilitychange', onVisible)
  scheduleCheck()
  return () => {
    clearTimeout(timer)
    for (const eventName of ACTIVITY_EVENTS) window.removeEventListener(eventName, onActivity, { capture: true })
    document.removeEventListener('visibilitychange', onVisible)
  }
}
