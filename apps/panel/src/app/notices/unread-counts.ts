import { isLeadRole } from '@prosa/contract/entities/conversations/message'
import type { ServerEvent } from '@prosa/contract/events'

/** Numbers of unread messages by conversation id. Conversations without unread messages have no entry. */
export type UnreadCounts = Readonly<Record<string, number>>

/**
 * Updates the unread counts after an event of the conversation list. Uses the event's count if present; otherwise adds one for a new
 * message from the lead.
 */
export function updateUnreadCounts(counts: UnreadCounts, event: ServerEvent<'conversation_list_updated'>): UnreadCounts {
  const { conversationId, unreadCount, newMessage, archive } = event
  if (conversationId === undefined) return counts
  const previousCount = counts[conversationId] ?? 0
  const newCount = archive ? 0 : (unreadCount ?? (newMessage && isLeadRole(newMessage.role) ? previousCount + 1 : previousCount))
  if (newCount === previousCount) return counts
  const { [conversationId]: _removed, ...others } = counts
  return newCount > 0 ? { ...others, [conversationId]: newCount } : others
}

export const toUnreadCounts = (counts: readonly { conversationId: string; unreadCount: number }[]): UnreadCounts =>
  Object.fromEntries(
    counts.filter(({ unreadCount }) => unreadCount > 0).map(({ conversationId, unreadCount }) => [conversationId, unreadCount]),
  )

export const countUnreadConversations = (unread: UnreadCounts): number => Object.keys(unread).length
