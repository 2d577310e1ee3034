import { listHeldLocks, runWithLock } from '../browser/locks.ts'
import { env } from '../config/env.ts'
import { createSharedRecord } from './shared-record.ts'

/** Shared state of the tabs' common access token, which scripts cannot read. */
interface TokenState {
  /** Number of tokens so far. Detects a renewal by another tab; a count, unlike a timestamp, is not affected by clock changes. */
  count: number
  /** Times in milliseconds since the epoch when the token arrived or was last checked, and when it expires. Zero if unknown. */
  refreshedAt: number
  expiresAt: number
}

const tokenRecord = createSharedRecord<TokenState>('session-token', { count: 0, refreshedAt: 0, expiresAt: 0 })

export const readTokenState = tokenRecord.read
export const onTokenChangedInOtherTab = tokenRecord.onOtherTab

/** Stores when the current token expires; `expiresIn` is in seconds. */
export function storeTokenExpiry(expiresIn: number | undefined, count = readTokenState().count): void {
  const now = Date.now()
  tokenRecord.change({ count, refreshedAt: now, expiresAt: expiresIn === undefined ? 0 : now + expiresIn * 1_000 })
}

/** Stores a token that came with a sign-in. */
export const storeNewToken = (expiresIn: number | undefined): void => storeTokenExpiry(expiresIn, getKnownTokenCount() + 1)

/** Clears the token after the session ended. The count continues, so that the next session's tokens differ from this one's. */
export const clearToken = (): void => storeTokenExpiry(undefined)

/** Highest count that this tab read from locks, which can be ahead of local storage. */
let highestLockCount = 0

/** Returns how many tokens this tab knows of. */
export const getKnownTokenCount = (): number => Math.max(highestLockCount, readTokenState().count)

const TOKEN_LOCK_PREFIX = 'session-token-'
let releaseTokenLock = () => {}

/** Returns how many tokens there have been. Reads held locks, because the browser shows them to all tabs at once, unlike local storage. */
export async function fetchTokenCount(): Promise<number> {
  const told = (await listHeldLocks()).map((name) =>
    name.startsWith(TOKEN_LOCK_PREFIX) ? Number(name.slice(TOKEN_LOCK_PREFIX.length)) : 0,
  )
  highestLockCount = Math.max(getKnownTokenCount(), ...told)
  return highestLockCount
}

/** Stores a renewal and holds a lock named after its count, so that the next tab sees it before its turn. */
export async function publishTokenRenewal(count: number, expiresIn: number | undefined): Promise<void> {
  storeTokenExpiry(expiresIn, count)
  const before = releaseTokenLock
  await new Promise<void>((held) => {
    const hold = () => {
      held()
      return new Promise<void>((resolve) => (releaseTokenLock = resolve))
    }
    void runWithLock(TOKEN_LOCK_PREFIX + count, hold, 'shared')
  })
  before()
}

/** Threshold in milliseconds for a clock set back; the renewal buffer covers smaller changes. */
const CLOCK_SET_BACK_MS = 60_000

/**
 * Returns when to renew the token: the buffer before its end, but not before half of its life has passed. Returns null if its end is
 * unknown, and now if the token is dated in the future, because the clock was set back and its end is uncertain.
 */
export function getNextRenewalTime({ refreshedAt, expiresAt }: TokenState, now: number): number | null {
  if (!expiresAt) return null
  if (refreshedAt - now > CLOCK_SET_BACK_MS) return now
  const half = refreshedAt + (expiresAt - refreshedAt) / 2
  return Math.max(expiresAt - env.tokenRefreshBufferMs, half)
}
