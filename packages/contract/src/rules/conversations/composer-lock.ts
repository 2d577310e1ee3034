import { REPLY_WINDOW_MS } from '../../constants.ts'

/** Reason why users cannot write a message, or null if they can (section 4, composer lock). `openUntil`: time until which they could. */
export type ComposerLock = { reason: 'no-lead-message' } | { reason: 'window-closed'; openUntil: Date } | null

/**
 * Returns why users cannot write a message, or null if they can. They cannot if there are messages but none from the lead, or if the lead
 * last wrote at least 24 hours ago. `closesAt` from the server overrides this rule; null means closed.
 * @param now server time in milliseconds since the epoch
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
