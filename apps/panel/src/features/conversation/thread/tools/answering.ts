import type { Message, ReplyTo } from '@prosa/contract/entities/message'
import { create } from 'zustand'
import { asAnswer } from '../../cache/outbox.ts'

/** Conversation, and message that the next message in it answers. */
export const useAnswering = create<{ conversationId: string; to: ReplyTo } | { conversationId: null; to: null }>()(() => ({
  conversationId: null,
  to: null,
}))

export const answer = (conversationId: string, { message_id, role, type, content, sender }: Message): void =>
  useAnswering.setState({ conversationId, to: { message_id, role, type, preview: content, person: sender?.name ?? null } })

export const answerNothing = (): void => useAnswering.setState({ conversationId: null, to: null })

// Adds the answered message to the next entry of the conversation, unless it is a template.
asAnswer.to = (entry) => {
  const { conversationId, to } = useAnswering.getState()
  if (conversationId !== entry.conversationId || entry.template) return entry
  answerNothing()
  return { ...entry, replyTo: to }
}
