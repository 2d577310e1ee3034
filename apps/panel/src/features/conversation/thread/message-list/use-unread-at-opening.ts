import { isLeadRole } from '@prosa/contract/entities/conversations/message'
import { useState } from 'react'
import { type CachedThread, hasMissingMessages } from '../../cache/thread/cached-thread.ts'
import { findFirstUnreadId } from './thread-rows.ts'

interface UnreadAtOpening {
  readonly count: number
  /** Id of the first unread message; null until all unread messages are loaded. */
  readonly from: string | null
}

const NO_UNREAD: UnreadAtOpening = { count: 0, from: null }

const hasNewestLeadMessage = (thread: CachedThread): boolean => {
  const told = thread.conversation.last_client_message_at
  const newest = thread.messages.findLast(({ role }) => isLeadRole(role))?.timestamp
  return !hasMissingMessages(thread) && (!told || (newest !== undefined && Date.parse(newest) >= Date.parse(told)))
}

/**
 * Returns the messages that were unread when the conversation was opened, and a function that removes the unread mark. The mark stays after
 * the messages are read, until the user writes.
 */
export function useUnreadAtOpening(thread: CachedThread): readonly [UnreadAtOpening, () => void] {
  const [unread, setUnread] = useState<UnreadAtOpening>({ count: thread.conversation.unreadCount ?? 0, from: null })
  if (unread.count > 0 && unread.from === null && hasNewestLeadMessage(thread)) {
    const from = findFirstUnreadId(thread.messages, unread.count)
    setUnread(from ? { ...unread, from } : NO_UNREAD)
  }
  return [unread, () => setUnread(NO_UNREAD)]
}
