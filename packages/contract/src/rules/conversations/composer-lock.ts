import { REPLY_WINDOW_MS } from '../../constants.ts'

/**
 * Reason why users cannot write in the composer, or null if they can (section 4, composer lock). `openUntil`: time at which the reply
 * window closed.
 */
export type ComposerLock = { reason: 'no-lead-message' } | { reason: 'window-closed'; openUntil: Date } | null

/**
 * Returns why the composer is locked, or null if it is not. The composer is locked if there are messages, and either none is from the lead
 * or the lead's newest is at least 24 hours old. `closesAt`, if the provider reports it, overrides this rule; null means closed now. `now`:
 * server time in milliseconds since the epoch.
 */
export const getComposerLock = (
  history: { hasMessages: boolean; lastLeadMessageAt: Date | null; closesAt?: string | null | undefined },
  now: number,
): ComposerLock => {
  const { hasMessages, lastLeadMessageAt: lastMessageAt, closesAt } = history
  if (!hasMessages) return null
  if (closesAt === null || (closesAt === undefined && lastMessageAt === null)) return { reason: 'no-lead-message' }
  const openUntil = new Date(closesAt ?? (lastMessageAt?.getTime() ?? 0) + REPLY_WINDOW_MS)
  return now >= openUntil.getTime() ? { reason: 'window-closed', openUntil } : null
}
