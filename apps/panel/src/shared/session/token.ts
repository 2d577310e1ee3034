import { env } from '../config/env.ts'
import { locksHeld, withLock } from '../lock.ts'
import { sharedRecord } from './shared-record.ts'

/** Shared state of the tabs' common access token, which scripts cannot read. */
interface Token {
  /** Number of tokens so far. Detects a renewal by another tab; a count, unlike a timestamp, is not affected by clock changes. */
  count: number
  /** Times in milliseconds since the epoch when the token arrived or was last checked, and when it expires. Zero if unknown. */
  refreshedAt: number
  expiresAt: number
}

const record = sharedRecord<Token>('session-token', { count: 0, refreshedAt: 0, expiresAt: 0 })

export const readToken = record.read
export const onTokenOfOtherTab = record.onOtherTab

/** Stores when the current token expires; `expiresIn` is in seconds. */
export function noteToken(expiresIn: number | undefined, count = readToken().count): void {
  const now = Date.now()
  record.change({ count, refreshedAt: now, expiresAt: expiresIn === undefined ? 0 : now + expiresIn * 1_000 })
}

/** Stores a token that came with a sign-in. */
export const noteNewToken = (expiresIn: number | undefined): void => noteToken(expiresIn, knownTokens() + 1)

/** Clears the token after the session ended. The count continues, so that the next session's tokens differ from this one's. */
export const forgetToken = (): void => noteToken(undefined)

/** Highest count that this tab read from locks, which can be ahead of local storage. */
let heardOf = 0

/** Returns how many tokens this tab knows of. */
export const knownTokens = (): number => Math.max(heardOf, readToken().count)

const HELD = 'session-token-'
let letGo = () => {}

/** Returns how many tokens there have been. Reads held locks, because the browser shows them to all tabs at once, unlike local storage. */
export async function countTokens(): Promise<number> {
  const told = (await locksHeld()).map((name) => (name.startsWith(HELD) ? Number(name.slice(HELD.length)) : 0))
  heardOf = Math.max(knownTokens(), ...told)
  return heardOf
}

/** Stores a renewal and holds a lock named after its count, so that the next tab sees it before its turn. */
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

/** Threshold in milliseconds for a clock set back; the renewal buffer covers smaller changes. */
const SET_BACK_MS = 60_000

/**
 * Returns when to renew the token: the buffer before its end, but not before half of its life has passed. Returns null if its end is
 * unknown, and now if the token is dated in the future, because the clock was set back and its end is uncertain.
 */
export function nextRefreshAt({ refreshedAt, expiresAt }: Token, now: number): number | null {
  if (!expiresAt) return null
  if (refreshedAt - now > SET_BACK_MS) return now
  const half = refreshedAt + (expiresAt - refreshedAt) / 2
  return Math.max(expiresAt - env.tokenRefreshBufferMs, half)
}
