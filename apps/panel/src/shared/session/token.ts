import { env } from '../config/env.ts'
import { locksHeld, withLock } from '../lock.ts'
import { sharedRecord } from './shared-record.ts'

/** What the tabs know of their one access token, which none of them can read. */
interface Token {
  /** How many there have been, as asked where one wonders whether another came meanwhile: a clock can be set, a count cannot. */
  count: number
  /** When it came, or was last asked about, and when it ends; zero when the provider does not say. */
  refreshedAt: number
  expiresAt: number
}

const record = sharedRecord<Token>('session-token', { count: 0, refreshedAt: 0, expiresAt: 0 })

export const readToken = record.read
export const onTokenOfOtherTab = record.onOtherTab

/** Notes when the token in use ends; `expiresIn` is in seconds, as tokens have it. */
export function noteToken(expiresIn: number | undefined, count = readToken().count): void {
  const now = Date.now()
  record.change({ count, refreshedAt: now, expiresAt: expiresIn === undefined ? 0 : now + expiresIn * 1_000 })
}

/** Notes a token that came with a sign-in. */
export const noteNewToken = (expiresIn: number | undefined): void => noteToken(expiresIn, knownTokens() + 1)

/** The session is over; the count goes on, or the next one's tokens would look like those of this one. */
export const forgetToken = (): void => noteToken(undefined)

/** What this tab heard of in the lock, where local storage lags behind. */
let heardOf = 0

/** How many tokens this tab knows of. */
export const knownTokens = (): number => Math.max(heardOf, readToken().count)

const HELD = 'session-token-'
let letGo = () => {}

/** How many tokens there have been: which locks are held the browser tells every tab alike and at once, unlike what is stored. */
export async function countTokens(): Promise<number> {
  const told = (await locksHeld()).map((name) => (name.startsWith(HELD) ? Number(name.slice(HELD.length)) : 0))
  heardOf = Math.max(knownTokens(), ...told)
  return heardOf
}

/** Notes a renewal, and holds its count out to the other tabs before the next one's turn comes. */
export async function tellRenewal(count: number, expiresIn: number | undefined): Promise<void> {
  noteToken(expiresIn, count)
  const before = letGo
  await new Promise<void>((held) => {
    const hold = () => {
      held()
      return new Promise<void>((resolve) => (letGo = resolve))
    }
    void withLock(HELD + count, hold, 'shared')
  })
  before()
}

/** A smaller step of the clock the buffer makes up for. */
const SET_BACK_MS = 60_000

/**
 * When to renew: the buffer ahead of the end, but never before half of the token's life has passed. A token that is dated later
 * than now came before the clock was set back: nobody can tell when it ends.
 */
export function nextRefreshAt({ refreshedAt, expiresAt }: Token, now: number): number | null {
  if (!expiresAt) return null
  if (refreshedAt - now > SET_BACK_MS) return now
  const half = refreshedAt + (expiresAt - refreshedAt) / 2
  return Math.max(expiresAt - env.tokenRefreshBufferMs, half)
}
