import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useMarkReadMutation } from '../../actions/mutations.ts'
import { createReadMarker, type MarkReadReason } from '../../realtime/read-marker.ts'
import type { MessageListHandle } from './message-list.tsx'

/**
 * Marks the open conversation as read when its newest message is visible on a visible and focused page. Returns a function that checks this
 * again, with a reason.
 */
export function useMarkReadWhenSeen(
  conversation: Conversation,
  newestSeq: number | undefined,
  list: RefObject<MessageListHandle | null>,
): (reason: MarkReadReason) => void {
  const { mutate } = useMarkReadMutation()
  const latest = useRef({ conversation, newestSeq, mutate })
  useEffect(() => {
    latest.current = { conversation, newestSeq, mutate }
  })
  const [marker] = useState(() =>
    createReadMarker({
      getSituation: () => ({
        unreadCount: latest.current.conversation.unreadCount ?? 0,
        isAtBottom: list.current?.isAtBottom() ?? false,
        isVisible: document.visibilityState === 'visible',
        isFocused: document.hasFocus(),
      }),
      markRead: () => {
        const { conversation: openConversation, newestSeq: onSeen, mutate: mark } = latest.current
        mark({ _id: openConversation._id, lead_id: openConversation.lead_id, last_seq: onSeen ?? openConversation.last_seq })
      },
    }),
  )

  useEffect(() => {
    const onSeen = () => marker.schedule('seen')
    marker.schedule('open')
    window.addEventListener('focus', onSeen)
    document.addEventListener('visibilitychange', onSeen)
    return () => {
      marker.reset()
      window.removeEventListener('focus', onSeen)
      document.removeEventListener('visibilitychange', onSeen)
    }
  }, [marker])

  return marker.schedule
}
