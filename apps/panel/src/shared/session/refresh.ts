import { login, logout, refresh } from '@prosa/contract/calls/auth'
import { call } from '../api/client.ts'
import { ApiError, errorOfCode } from '../api/errors.ts'
import { SESSION_MESSAGES } from '../api/messages.pt-br.ts'
import { nextRefreshAt, noteToken, onTimingChange, readTiming } from './timing.ts'

/** Fired on window when the session cannot be renewed; `detail` says why, where that is known. */
export const SIGNED_OUT_EVENT = 'auth:logout'

/** A 401 from these says nothing about the session's freshness. */
const OWN_ANSWER: ReadonlySet<string> = new Set([login.name, refresh.name, logout.name])

const LONGEST_TIMER_MS = 2 ** 31 - 1

let running: Promise<void> | null = null

/** One tab at a time; a browser without locks has only the provider's grace for the token just replaced. */
const oneTabAtATime = (work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request('session-refresh', work) : work()

/** Renews the access token unless some tab did so after `since`; callers of one tab share one renewal. */
function renew(since: number): Promise<void> {
  running ??= oneTabAtATime(async () => {
    if (readTiming().refreshedAt >= since) return
    const { data } = await call(refresh)
    noteToken(data?.expiresIn)
  }).finally(() => {
    running = null
  })
  return running
}

/** What a 401 means: renew once for all who wait, then let each try again (section 4, session). */
export async function renewAfterRefusal({ name, startedAt }: { name: string; startedAt: number }): Promise<boolean> {
  if (OWN_ANSWER.has(name)) return false
  try {
    await renew(startedAt)
    return true
  } catch {
    window.dispatchEvent(new Event(SIGNED_OUT_EVENT))
    throw errorOfCode('TOKEN_EXPIRED', 401)
  }
}

/** Renews ahead of the token's end for as long as the session lives; answers how to stop. */
export function keepFresh(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined

  const schedule = () => {
    clearTimeout(timer)
    const at = nextRefreshAt(readTiming())
    if (at !== null) timer = setTimeout(() => void renewIfDue(), Math.min(Math.max(at - Date.now(), 0), LONGEST_TIMER_MS))
  }

  const renewIfDue = async () => {
    const seen = readTiming()
    const at = nextRefreshAt(seen)
    if (at === null || Date.now() < at) return schedule()
    try {
      await renew(seen.refreshedAt + 1)
      schedule()
    } catch (error) {
      // Out of reach for now: the first refused call will try again. A refusal is final.
      if (error instanceof ApiError && error.statusCode === 401) {
        window.dispatchEvent(new CustomEvent(SIGNED_OUT_EVENT, { detail: SESSION_MESSAGES.refreshFailed }))
      }
    }
  }

  const stopListening = onTimingChange(schedule)
  schedule()
  return () => {
    clearTimeout(timer)
    stopListening()
  }
}
