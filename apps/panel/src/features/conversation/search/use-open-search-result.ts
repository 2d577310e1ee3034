import type { MessageSearchResult } from '@prosa/contract/entities/conversations/message-search-result'
import { useNavigate } from '@tanstack/react-router'
import { useJumpTarget } from '../thread/jumps/use-jump-target.ts'

/** Returns a function that opens a conversation and scrolls to the found message. */
export function useOpenSearchResult() {
  const navigate = useNavigate()
  return ({ message_id, conversation_id: conversationId, lead_id: leadId }: MessageSearchResult): void => {
    useJumpTarget.setState({ messageId: message_id, searchConversationId: conversationId })
    void navigate({ to: '/chat/$leadId/$conversationId', params: { leadId, conversationId } })
  }
}
