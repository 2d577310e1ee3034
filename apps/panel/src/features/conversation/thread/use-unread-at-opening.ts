import { isLeadRole } from '@prosa/contract/entities/message'
import { useState } from 'react'
import { isBehind, type Thread } from '../cache/history.ts'
import { firstUnread } from './thread-rows.ts'

interface UnreadAtOpening {
  readonly count: number
  /** Id of the first unread message; null until all unread ones are loaded. */
  readonly from: string | null
}

const NOTHING: UnreadAtOpening = { count: 0, from: null }

const hasNewest = (thread: Thread): boolean => {
  const told = thread.conversation.last_client_message_at
  const newest = thread.messages.findLast(({ role }) => isLeadRole(role))?.timestamp
  return !isBehind(thread) && (!told || (newest !== undefined && Date.parse(newest) >= Date.parse(told)))
}

/** Returns what was unread when the conversation was opened. It stays marked after it is read, until the user writes. */
export function useUnreadAtOpening(thread: Thread): readonly [UnreadAtOpening, () => void] {
  const [unread, setUnread] = useState<UnreadAtOpening>({ count: thread.conversation.unreadCount ?? 0, from: null })
  if (unread.count > 0 && unread.from === null && hasNewest(thread)) {
    const from = firstUnread(thread.messages, unread.count)
    setUnread(from ? { ...unread, from } : NOTHING)
  }
  return [unread, () => setUnread(NOTHING)]
}
