import { localArea } from '../../../shared/safe-storage.ts'

/** When this browser last kept something unsent: whoever wonders whether there is any need not open its database. */
const MARK = 'unsent-kept'

/** What was left by tabs that nobody came back to goes after so long. */
export const KEPT_MS = 24 * 3_600_000

/** Once an hour is often enough for it, and a tab's first tells the others that there is one more. */
const MARKED_AGAIN_MS = 3_600_000
let markedAt = 0

export function markKept(): void {
  const now = Date.now()
  if (now - markedAt < MARKED_AGAIN_MS) return
  markedAt = now
  localArea.setItem(MARK, String(now))
}

export const mayHaveKept = (): boolean => Date.now() - Number(localArea.getItem(MARK)) < KEPT_MS

/** Tells when another tab begins to keep something. */
export function onKeptElsewhere(listener: () => void, signal: AbortSignal): void {
  window.addEventListener('storage', ({ key }) => key === MARK && listener(), { signal })
}
