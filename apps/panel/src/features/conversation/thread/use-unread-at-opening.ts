import { isLeadRole } from '@prosa/contract/entities/message'
import { useState } from 'react'
import { isBehind, type Thread } from '../cache/history.ts'
import { firstUnread } from './thread-rows.ts'

interface UnreadAtOpening {
  readonly count: number
  /** Null until all that was unread is here. */
  readonly from: string | null
}

const NOTHING: UnreadAtOpening = { count: 0, from: null }

const hasNewest = (thread: Thread): boolean => {
  const told = thread.conversation.last_client_message_at
  const newest = thread.messages.findLast(({ role }) => isLeadRole(role))?.timestamp
  return !isBehind(thread) && (!told || (newest !== undefined && Date.parse(newest) >= Date.parse(told)))
}

/** What nobody had read when the conversation was opened; it stays marked after it has been read, until one writes. */
export function useUnreadAtOpening(thread: Thread): readonly [UnreadAtOpening, () => void] {
  const [unread, setUnread] = useState<UnreadAtOpening>({ count: thread.conversation.unreadCount ?? 0, from: null })
  if (unread.count > 0 && unread.from === null && hasNewest(thread)) {
    const from = firstUnread(thread.messages, unread.count)
    setUnread(from ? { ...unread, from } : NOTHING)
  }
  return [unread, () => setUnread(NOTHING)]
}
