import type { Conversation } from '@prosa/contract/entities/conversation'
import { shown } from '../cache/shown-text.ts'

// Made once: making one for each row is what costs.
export const messageCount = new Intl.NumberFormat('pt-BR')

export type RowRule = 'attention' | 'unread' | 'paused' | 'none'

/** The one status code of a row, in the order of what asks most. */
export const rowRule = (conversation: Pick<Conversation, 'needs_attention' | 'unreadCount' | 'pause'>): RowRule => {
  if (conversation.needs_attention) return 'attention'
  if ((conversation.unreadCount ?? 0) > 0) return 'unread'
  return conversation.pause ? 'paused' : 'none'
}

/** Whether a person is to answer: asked for, or the agent stands still. Elsewhere the agent answers what is unread. */
export const needsPerson = ({ needs_attention, pause }: Pick<Conversation, 'needs_attention' | 'pause'>): boolean =>
  needs_attention === true || pause === true

/** Who spoke last, before the preview; nothing where it was the lead, or where the provider does not say. */
export const previewAuthor = (
  { last_message_from: from, last_message_sender_id: id, last_message_sender_name: name }: Conversation,
  { userId, agentName }: { userId: string; agentName: string },
): string => {
  if (from === 'agent') return `${agentName || 'IA'}: `
  if (from !== 'person') return ''
  if (id === userId) return 'Você: '
  return `${
    shown(name ?? '')
      .trim()
      .split(/\s+/)[0] || 'Equipe'
  }: `
}

/** The active flag (gap G19). */
export const isActive = (conversation: Pick<Conversation, 'conversation_status'>): boolean =>
  conversation.conversation_status === 'active'

/** Enough of an opaque id to tell two leads apart; the whole of it stands where it is pointed at. */
export const shortId = (id: string): string => (id.length > 8 ? id.slice(-6) : id)

/** 'Necessita atenção', 'Agente pausado', 'Arquivado': the margin rule in words. */
export const stateWords = (conversation: Conversation): string[] => [
  ...(conversation.needs_attention ? ['Necessita atenção'] : []),
  ...(conversation.pause ? ['Agente pausado'] : []),
  ...(conversation.archive ? ['Arquivado'] : []),
]

/** What a row shows by its marks alone, in one piece: hidden text costs as much to lay out as what is seen. */
export const rowWords = (conversation: Conversation): string => {
  const { total_messages: total } = conversation
  return [
    isActive(conversation) ? 'Conversa ativa' : 'Conversa encerrada',
    ...stateWords(conversation),
    ...(typeof total === 'number' ? [`${messageCount.format(total)} ${total === 1 ? 'mensagem' : 'mensagens'}`] : []),
  ].join(', ')
}
