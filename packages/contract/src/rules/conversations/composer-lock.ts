import { REPLY_WINDOW_MS } from '../../constants.ts'

/** Why the composer is locked, and when the reply window closed. Null if it is not locked (section 4, composer lock). */
export type ComposerLock = { reason: 'no-lead-message' } | { reason: 'window-closed'; openUntil: Date } | null

/**
 * Returns the lock of the composer. It is locked if there is history and either no message of the lead exists or the newest is at least 24
 * hours old. If the provider reports `closesAt` (null if closed now), this overrides the rule. `now`: the server's time in milliseconds
 * since the epoch.
 */
export const getComposerLock = (
  history: { hasMessages: boolean; lastLeadMessageAt: Date | null; closesAt?: string | null | undefined },
  now: number,
): ComposerLock => {
  const { hasMessages, lastLeadMessageAt: last, closesAt } = history
  if (!hasMessages) return null
  if (closesAt === null || (closesAt === undefined && last === null)) return { reason: 'no-lead-message' }
  const openUntil = new Date(closesAt ?? (last?.getTime() ?? 0) + REPLY_WINDOW_MS)
  return now >= openUntil.getTime() ? { reason: 'window-closed', openUntil } : null
}
