import type { Message, ReplyTo } from '@prosa/contract/entities/message'
import { create } from 'zustand'
import { asAnswer } from '../../cache/outbox.ts'

/** Which message the next one answers, in which conversation. */
export const useAnswering = create<{ conversationId: string; to: ReplyTo } | { conversationId: null; to: null }>()(() => ({
  conversationId: null,
  to: null,
}))

export const answer = (conversationId: string, { message_id, role, type, content, sender }: Message): void =>
  useAnswering.setState({ conversationId, to: { message_id, role, type, preview: content, person: sender?.name ?? null } })

export const answerNothing = (): void => useAnswering.setState({ conversationId: null, to: null })

// The first that is put into its conversation is the answer; a template never is.
asAnswer.to = (entry) => {
  const { conversationId, to } = useAnswering.getState()
  if (conversationId !== entry.conversationId || entry.template) return entry
  answerNothing()
  return { ...entry, replyTo: to }
}
