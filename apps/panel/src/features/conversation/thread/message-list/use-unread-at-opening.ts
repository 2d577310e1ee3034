import { isLeadRole } from '@prosa/contract/entities/conversations/message'
import { useState } from 'react'
import { type CachedThread, hasMissingMessages } from '../../cache/thread/cached-thread.ts'
import { findFirstUnreadId } from './thread-rows.ts'

interface UnreadAtOpening {
  readonly count: number
  /** Id of the first unread message; null until all unread messages are loaded. */
  readonly firstMessageId: string | null
}

const NO_UNREAD: UnreadAtOpening = { count: 0, firstMessageId: null }

const hasNewestLeadMessage = (thread: CachedThread): boolean => {
  const reportedAt = thread.conversation.last_client_message_at
  const newest = thread.messages.findLast(({ role }) => isLeadRole(role))?.timestamp
  return !hasMissingMessages(thread) && (!reportedAt || (newest !== undefined && Date.parse(newest) >= Date.parse(reportedAt)))
}

/**
 * Returns the messages that were unread when the conversation was opened, and a function that removes the unread mark. The mark stays after
 * the messages are read, until the user writes.
 */
export function useUnreadAtOpening(thread: CachedThread): readonly [UnreadAtOpening, () => void] {
  const [unread, setUnread] = useState<UnreadAtOpening>({ count: thread.conversation.unreadCount ?? 0, firstMessageId: null })
  if (unread.count > 0 && unread.firstMessageId === null && hasNewestLeadMessage(thread)) {
    const firstMessageId = findFirstUnreadId(thread.messages, unread.count)
    setUnread(firstMessageId ? { ...unread, firstMessageId } : NO_UNREAD)
  }
  return [unread, () => setUnread(NO_UNREAD)]
}
