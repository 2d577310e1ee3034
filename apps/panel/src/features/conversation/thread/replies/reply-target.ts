import type { Message, ReplyTo } from '@prosa/contract/entities/conversations/message'
import { create } from 'zustand'
import { replyContextSetter } from '../../outbox/outbox.ts'

/** Conversation, and message that the next message in it answers. */
export const useReplyTarget = create<{ conversationId: string; to: ReplyTo } | { conversationId: null; to: null }>()(() => ({
  conversationId: null,
  to: null,
}))

export const startReply = (conversationId: string, { message_id, role, type, content, sender }: Message): void =>
  useReplyTarget.setState({ conversationId, to: { message_id, role, type, preview: content, person: sender?.name ?? null } })

export const cancelReply = (): void => useReplyTarget.setState({ conversationId: null, to: null })

// Adds the answered message to the next entry of the conversation, unless it is a template.
replyContextSetter.to = (entry) => {
  const { conversationId, to } = useReplyTarget.getState()
  if (conversationId !== entry.conversationId || entry.template) return entry
  cancelReply()
  return { ...entry, replyTo: to }
}
