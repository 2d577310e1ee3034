import { COMPOSER_WINDOW_MS } from '../constants.ts'

/** Why the composer is shut, and until when it was open; null while a person may write (section 4, composer lock). */
export type ComposerLock = { reason: 'no-lead-message' } | { reason: 'window-closed'; openUntil: Date } | null

/**
 * The composer is locked when there is history and either no message of the lead exists or the newest is 24 hours old or more.
 * `now` is the server's time, in milliseconds since the epoch.
 */
export const composerLock = (history: { hasMessages: boolean; lastLeadMessageAt: Date | null }, now: number): ComposerLock => {
  if (!history.hasMessages) return null
  if (history.lastLeadMessageAt === null) return { reason: 'no-lead-message' }
  const openUntil = new Date(history.lastLeadMessageAt.getTime() + COMPOSER_WINDOW_MS)
  return now >= openUntil.getTime() ? { reason: 'window-closed', openUntil } : null
}
