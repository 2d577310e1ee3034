import { SESSION_LINES } from '@prosa/contract/session-lines'
import type { Renewal } from '../api/client.ts'
import { ApiError, errorOfCode } from '../api/errors.ts'
import { SESSION_MESSAGES } from '../api/messages.pt-br.ts'
import { withLock } from '../lock.ts'
import { sessionCall } from './session-call.ts'
import { countTokens, knownTokens, nextRefreshAt, onTokenOfOtherTab, readToken, tellRenewal } from './token.ts'

/** Event fired on window when the session cannot be renewed; `detail` is the reason, if known. */
export const SIGNED_OUT_EVENT = 'auth:logout'

const { login, refresh, logout } = SESSION_LINES

/** Calls whose errors are shown by their caller and say nothing about the validity of the session. */
export const OWN_ANSWER: ReadonlySet<string> = new Set([login.name, refresh.name, logout.name])

const LONGEST_TIMER_MS = 2 ** 31 - 1

let running: Promise<Renewal> | null = null

/** Runs the work in one tab at a time. A browser without locks relies on the provider's grace period for the replaced token. */
const oneTabAtATime = (work: () => Promise<Renewal>): Promise<Renewal> => withLock('session-refresh', work)

/** Renews the access token unless there are more tokens by now than `known`. Callers in one tab share one renewal. */
function renew(known: number): Promise<Renewal> {
  running ??= oneTabAtATime(async () => {
    const count = await countTokens()
    if (count > known) return 'elsewhere'
    const { data } = await sessionCall('refresh')
    await tellRenewal(count + 1, data?.expiresIn)
    return 'here'
  }).finally(() => {
    running = null
  })
  return running
}

/** Handles a 401: renews the token once for all waiting calls, so that each is repeated (section 4, session). */
export async function renewAfterRefusal({ name, tokens }: { name: string; tokens: number }): Promise<Renewal | null> {
  if (OWN_ANSWER.has(name)) return null
  try {
    return await renew(tokens)
  } catch {
    window.dispatchEvent(new Event(SIGNED_OUT_EVENT))
    throw errorOfCode('TOKEN_EXPIRED', 401)
  }
}

/** Renews the token before it expires, for as long as the session lives. Returns a function that stops it. */
export function keepFresh(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined

  const schedule = () => {
    clearTimeout(timer)
    const token = readToken()
    // Another tab has renewed the token. The storage event that follows calls this function again.
    if (token.count < knownTokens()) return
    const at = nextRefreshAt(token, Date.now())
    if (at !== null) timer = setTimeout(() => void renewIfDue(), Math.min(Math.max(at - Date.now(), 0), LONGEST_TIMER_MS))
  }

  const renewIfDue = async () => {
    const at = nextRefreshAt(readToken(), Date.now())
    if (at === null || Date.now() < at) return schedule()
    try {
      await renew(knownTokens())
      schedule()
    } catch (error) {
      // Other errors are temporary: the next call that gets a 401 renews the token. A 401 here is final.
      if (error instanceof ApiError && error.statusCode === 401) {
        window.dispatchEvent(new CustomEvent(SIGNED_OUT_EVENT, { detail: SESSION_MESSAGES.refreshFailed }))
      }
    }
  }

  const stopListening = onTokenOfOtherTab(schedule)
  schedule()
  return () => {
    clearTimeout(timer)
    stopListening()
  }
}
