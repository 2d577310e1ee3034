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
  const facts = useRef({ conversation, newestSeq, mutate })
  useEffect(() => {
    facts.current = { conversation, newestSeq, mutate }
  })
  const [marker] = useState(() =>
    createReadMarker({
      situation: () => ({
        unreadCount: facts.current.conversation.unreadCount ?? 0,
        isAtBottom: list.current?.isAtBottom() ?? false,
        isVisible: document.visibilityState === 'visible',
        isFocused: document.hasFocus(),
      }),
      mark: () => {
        const { conversation: open, newestSeq: seen, mutate: mark } = facts.current
        mark({ _id: open._id, lead_id: open.lead_id, last_seq: seen ?? open.last_seq })
      },
    }),
  )

  useEffect(() => {
    const seen = () => marker.ask('seen')
    marker.ask('open')
    window.addEventListener('focus', seen)
    document.addEventListener('visibilitychange', seen)
    return () => {
      marker.reset()
      window.removeEventListener('focus', seen)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [marker])

  return marker.ask
}
