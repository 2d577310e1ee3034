import { isLeadRole } from '@prosa/contract/entities/message'
import type { ServerEvent } from '@prosa/contract/events'

/** Unread messages by conversation; one that has none is not in it. */
export type Unread = Readonly<Record<string, number>>

/** What an event of the list does to the counts: a reader's own position decides, a lead's new message adds one. */
export function withUpdate(held: Unread, event: ServerEvent<'conversation_list_updated'>): Unread {
  const { conversationId, unreadCount, newMessage, archive } = event
  if (conversationId === undefined) return held
  const before = held[conversationId] ?? 0
  const after = archive ? 0 : (unreadCount ?? (newMessage && isLeadRole(newMessage.role) ? before + 1 : before))
  if (after === before) return held
  const { [conversationId]: _gone, ...others } = held
  return after > 0 ? { ...others, [conversationId]: after } : others
}

export const fromCounts = (counts: readonly { conversationId: string; unreadCount: number }[]): Unread =>
  Object.fromEntries(
    counts.filter(({ unreadCount }) => unreadCount > 0).map(({ conversationId, unreadCount }) => [conversationId, unreadCount]),
  )

/** In how many conversations something waits to be read. */
export const countConversations = (unread: Unread): number => Object.keys(unread).length
