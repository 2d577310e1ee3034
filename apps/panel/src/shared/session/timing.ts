import { env } from '../config/env.ts'

/**
 * What the tabs of one browser share about their one session, besides who is signed in.
 * Local storage is read and written at once in every tab, so a tab that gets the lock sees what the one before it did.
 */
interface Timing {
  rememberMe: boolean
  lastActivityAt: number
  /** When the access token was last renewed by any tab. */
  refreshedAt: number
  /** When the access token ends; null when the provider does not say. */
  expiresAt: number | null
}

const KEY = 'session-timing'
const NONE: Timing = { rememberMe: false, lastActivityAt: 0, refreshedAt: 0, expiresAt: null }

export function readTiming(): Timing {
  try {
    return { ...NONE, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Timing>) }
  } catch {
    return NONE
  }
}

export const updateTiming = (change: Partial<Timing>): void =>
  localStorage.setItem(KEY, JSON.stringify({ ...readTiming(), ...change }))

export const clearTiming = (): void => localStorage.removeItem(KEY)

/** Runs when another tab changed the shared times. */
export function onTimingChange(react: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === KEY) react()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

/** True when 'Manter conectado' was left unchecked and nobody touched any tab for the session timeout (SESSION-18). */
export const isIdle = (now: number): boolean => {
  const { rememberMe, lastActivityAt } = readTiming()
  return !rememberMe && lastActivityAt > 0 && now - lastActivityAt >= env.sessionTimeoutMs
}

/** When to renew: the buffer ahead of the end, but never before half of the token's life has passed. */
export function nextRefreshAt(timing: Pick<Timing, 'refreshedAt' | 'expiresAt'>): number | null {
  if (timing.expiresAt === null) return null
  const half = timing.refreshedAt + (timing.expiresAt - timing.refreshedAt) / 2
  return Math.max(timing.expiresAt - env.tokenRefreshBufferMs, half)
}

/** Notes a new access token; `expiresIn` is in seconds, as tokens have it. */
export function noteToken(expiresIn: number | undefined, now = Date.now()): void {
  updateTiming({ refreshedAt: now, expiresAt: expiresIn === undefined ? null : now + expiresIn * 1_000 })
}
