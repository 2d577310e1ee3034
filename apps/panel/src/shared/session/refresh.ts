import { SESSION_LINES } from '@prosa/contract/session-lines'
import type { Renewal } from '../api/client.ts'
import { ApiError, errorOfCode } from '../api/errors.ts'
import { SESSION_MESSAGES } from '../api/messages.pt-br.ts'
import { withLock } from '../lock.ts'
import { sessionCall } from './session-call.ts'
import { countTokens, knownTokens, nextRefreshAt, onTokenOfOtherTab, readToken, tellRenewal } from './token.ts'

/** Fired on window when the session cannot be renewed; `detail` says why, where that is known. */
export const SIGNED_OUT_EVENT = 'auth:logout'

const { login, refresh, logout } = SESSION_LINES

/** What these answer is said where they were made, and nothing about the session's freshness. */
export const OWN_ANSWER: ReadonlySet<string> = new Set([login.name, refresh.name, logout.name])

const LONGEST_TIMER_MS = 2 ** 31 - 1

let running: Promise<Renewal> | null = null

/** One tab at a time; a browser without locks has only the provider's grace for the token just replaced. */
const oneTabAtATime = (work: () => Promise<Renewal>): Promise<Renewal> => withLock('session-refresh', work)

/** Renews the access token unless there are more by now than were `known`; callers of one tab share one renewal. */
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

/** What a 401 means: renew once for all who wait, then let each try again (section 4, session). */
export async function renewAfterRefusal({ name, tokens }: { name: string; tokens: number }): Promise<Renewal | null> {
  if (OWN_ANSWER.has(name)) return null
  try {
    return await renew(tokens)
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
    const token = readToken()
    // What is known of a newer one is on its way here, and calls this again.
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
      // Out of reach for now: the first refused call will try again. A refusal is final.
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
