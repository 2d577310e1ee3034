import { COMPOSER_WINDOW_MS } from '../constants.ts'

/** Why the composer is shut, and until when it was open; null while a person may write (section 4, composer lock). */
export type ComposerLock = { reason: 'no-lead-message' } | { reason: 'window-closed'; openUntil: Date } | null

/**
 * The composer is locked when there is history and either no message of the lead exists or the newest is 24 hours old or more.
 * A provider that knows when its channel shuts says so itself (`closesAt`: null: shut), and that counts. `now` is the server's time, in milliseconds since the epoch.
 */
export const composerLock = (
  history: { hasMessages: boolean; lastLeadMessageAt: Date | null; closesAt?: string | null | undefined },
  now: number,
): ComposerLock => {
  const { hasMessages, lastLeadMessageAt: last, closesAt } = history
  if (!hasMessages) return null
  if (closesAt === null || (closesAt === undefined && last === null)) return { reason: 'no-lead-message' }
  const openUntil = new Date(closesAt ?? (last?.getTime() ?? 0) + COMPOSER_WINDOW_MS)
  return now >= openUntil.getTime() ? { reason: 'window-closed', openUntil } : null
}
