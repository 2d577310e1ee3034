import { safeLocalStorage } from '../../../../shared/browser/safe-storage.ts'

/**
 * Local storage key of the time at which this browser last stored an unsent message. Without a recent time, the database need not be
 * opened.
 */
const LAST_STORED_KEY = 'unsent-kept'

/** Time in milliseconds after which unsent messages of closed tabs are deleted. */
export const UNSENT_RETENTION_MS = 24 * 3_600_000

/**
 * Minimum interval in milliseconds between two writes of this time by one tab. The first write of a tab notifies the other tabs by a
 * storage event.
 */
const MARK_INTERVAL_MS = 3_600_000
let markedAt = 0

export function markUnsentStored(): void {
  const now = Date.now()
  if (now - markedAt < MARK_INTERVAL_MS) return
  markedAt = now
  safeLocalStorage.setItem(LAST_STORED_KEY, String(now))
}

export const mayHaveStoredUnsent = (): boolean =>
  Date.now() - Number(safeLocalStorage.getItem(LAST_STORED_KEY)) < UNSENT_RETENTION_MS

/** Calls `listener` when another tab stores an unsent message, until `signal` aborts. */
export function onUnsentStoredInOtherTab(listener: () => void, signal: AbortSignal): void {
  window.addEventListener('storage', ({ key }) => key === LAST_STORED_KEY && listener(), { signal })
}
