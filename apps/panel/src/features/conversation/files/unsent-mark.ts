import { localArea } from '../../../shared/safe-storage.ts'

/**
 * localStorage key of the time at which this browser last stored an unsent message. Without a recent time, the database need not be opened.
 */
const MARK = 'unsent-kept'

/** Time in milliseconds after which unsent messages of closed tabs are deleted. */
export const KEPT_MS = 24 * 3_600_000

/** Least time in milliseconds between two writes of the mark by one tab. A tab's first write also notifies the other tabs. */
const MARKED_AGAIN_MS = 3_600_000
let markedAt = 0

export function markKept(): void {
  const now = Date.now()
  if (now - markedAt < MARKED_AGAIN_MS) return
  markedAt = now
  localArea.setItem(MARK, String(now))
}

export const mayHaveKept = (): boolean => Date.now() - Number(localArea.getItem(MARK)) < KEPT_MS

/** Calls `listener` when another tab stores an unsent message, until `signal` aborts. */
export function onKeptElsewhere(listener: () => void, signal: AbortSignal): void {
  window.addEventListener('storage', ({ key }) => key === MARK && listener(), { signal })
}
