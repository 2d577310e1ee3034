import type { Message, ReplyTo } from '@prosa/contract/entities/conversations/message'
import { create } from 'zustand'
import { replyContextSetter } from '../../outbox/outbox.ts'

/** Message to which the user's next message in the conversation will reply. */
export const useReplyTarget = create<{ conversationId: string; message: ReplyTo } | { conversationId: null; message: null }>()(
  () => ({
    conversationId: null,
    message: null,
  }),
)

export const startReply = (conversationId: string, { message_id, role, type, content, sender }: Message): void =>
  useReplyTarget.setState({ conversationId, message: { message_id, role, type, preview: content, person: sender?.name ?? null } })

export const cancelReply = (): void => useReplyTarget.setState({ conversationId: null, message: null })

// Sets `replyTo` on the next outbox entry of the conversation, unless the entry is a template.
replyContextSetter.addReplyContext = (entry) => {
  const { conversationId, message } = useReplyTarget.getState()
  if (conversationId !== entry.conversationId || entry.template) return entry
  cancelReply()
  return { ...entry, replyTo: message }
}
