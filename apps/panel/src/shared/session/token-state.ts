import { listHeldLocks, runWithLock } from '../browser/locks.ts'
import { env } from '../config/env.ts'
import { createSharedRecord } from './shared-record.ts'

/** State of the access token, which all tabs share. The token itself is in a cookie that scripts cannot read. */
interface TokenState {
  /**
   * Number of tokens issued so far. A higher number shows that another tab has renewed the token; a timestamp would depend on the clock.
   */
  count: number
  /** Time when the token was issued or last checked, in milliseconds since the epoch. Zero if unknown. */
  refreshedAt: number
  /** Time when the token expires, in milliseconds since the epoch. Zero if unknown. */
  expiresAt: number
}

const tokenRecord = createSharedRecord<TokenState>('session-token', { count: 0, refreshedAt: 0, expiresAt: 0 })

export const readTokenState = tokenRecord.read
export const onTokenChangedInOtherTab = tokenRecord.onChangeInOtherTab

/** Stores the expiry time of the current token. `expiresIn`: seconds from now; undefined if unknown. */
export function storeTokenExpiry(expiresIn: number | undefined, count = readTokenState().count): void {
  const now = Date.now()
  tokenRecord.update({ count, refreshedAt: now, expiresAt: expiresIn === undefined ? 0 : now + expiresIn * 1_000 })
}

/** Stores the expiry of a token that was issued by a sign-in. `expiresIn`: seconds from now; undefined if unknown. */
export const storeNewToken = (expiresIn: number | undefined): void => storeTokenExpiry(expiresIn, getKnownTokenCount() + 1)

/** Clears the expiry after the session ended. Keeps the count, so that the tokens of the next session have higher numbers. */
export const clearToken = (): void => storeTokenExpiry(undefined)

/** Highest token count that this tab read from lock names. It may be newer than the count in local storage. */
let highestLockCount = 0

/** Returns the highest token count that this tab has read so far. */
export const getKnownTokenCount = (): number => Math.max(highestLockCount, readTokenState().count)

const TOKEN_LOCK_PREFIX = 'session-token-'
let releaseTokenLock = () => {}

/**
 * Returns the current token count from the names of held locks. Other tabs read a new lock at once, but a change of local storage with a
 * delay.
 */
export async function fetchTokenCount(): Promise<number> {
  const heldCounts = (await listHeldLocks()).map((name) =>
    name.startsWith(TOKEN_LOCK_PREFIX) ? Number(name.slice(TOKEN_LOCK_PREFIX.length)) : 0,
  )
  highestLockCount = Math.max(getKnownTokenCount(), ...heldCounts)
  return highestLockCount
}

/**
 * Stores a renewed token's expiry and acquires a lock whose name contains the new count. Other tabs read this name and do not renew again.
 */
export async function publishTokenRenewal(count: number, expiresIn: number | undefined): Promise<void> {
  storeTokenExpiry(expiresIn, count)
  const releasePrevious = releaseTokenLock
  await new Promise<void>((onAcquired) => {
    const holdLock = () => {
      onAcquired()
      return new Promise<void>((resolve) => (releaseTokenLock = resolve))
    }
    void runWithLock(TOKEN_LOCK_PREFIX + count, holdLock, 'shared')
  })
  releasePrevious()
}

/** Difference in milliseconds from which the clock counts as set back. The renewal buffer covers smaller differences. */
const CLOCK_SET_BACK_MS = 60_000

/**
 * Returns when to renew the token: shortly before it expires, but not in the first half of its validity. Returns null if the expiry is
 * unknown. Returns `now` if the token's time is in the future: the clock was set back, so the expiry is uncertain.
 */
export function getNextRenewalTime({ refreshedAt, expiresAt }: TokenState, now: number): number | null {
  if (!expiresAt) return null
  if (refreshedAt - now > CLOCK_SET_BACK_MS) return now
  const half = refreshedAt + (expiresAt - refreshedAt) / 2
  return Math.max(expiresAt - env.tokenRefreshBufferMs, half)
}
