import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import { stripBidiControls } from '../../cache/strip-bidi-controls.ts'

// Created once, because creating one per row is slow.
export const messageCountFormat = new Intl.NumberFormat('pt-BR')

export type RowState = 'attention' | 'unread' | 'paused' | 'none'

/** Returns the state that a row marks, by priority. */
export const getRowState = (conversation: Pick<Conversation, 'needs_attention' | 'unreadCount' | 'pause'>): RowState => {
  if (conversation.needs_attention) return 'attention'
  if ((conversation.unreadCount ?? 0) > 0) return 'unread'
  return conversation.pause ? 'paused' : 'none'
}

/** Whether a person has to reply: attention was requested or the agent is paused. Otherwise the agent replies. */
export const needsHumanReply = ({ needs_attention, pause }: Pick<Conversation, 'needs_attention' | 'pause'>): boolean =>
  needs_attention === true || pause === true

/** Returns the author of the last message for the preview; empty if it was the lead or is unknown. */
export const getPreviewAuthor = (
  { last_message_from: from, last_message_sender_id: id, last_message_sender_name: name }: Conversation,
  { userId, agentName }: { userId: string; agentName: string },
): string => {
  if (from === 'agent') return `${agentName || 'IA'}: `
  if (from !== 'person') return ''
  if (id === userId) return 'Você: '
  return `${
    stripBidiControls(name ?? '')
      .trim()
      .split(/\s+/)[0] || 'Equipe'
  }: `
}

/** Whether the conversation is active (gap G19). */
export const isConversationActive = (conversation: Pick<Conversation, 'conversation_status'>): boolean =>
  conversation.conversation_status === 'active'

/** Returns the end of a long id, enough to distinguish leads. The tooltip has the full id. */
export const shortenId = (id: string): string => (id.length > 8 ? id.slice(-6) : id)

/** Returns the row's states as texts: 'Necessita atenção', 'Agente pausado', 'Arquivado'. */
export const getStateLabels = (conversation: Conversation): string[] => [
  ...(conversation.needs_attention ? ['Necessita atenção'] : []),
  ...(conversation.pause ? ['Agente pausado'] : []),
  ...(conversation.archive ? ['Arquivado'] : []),
]

/**
 * Returns one text for screen readers with all that the row shows by icons only. One element, because hidden elements cost as much layout
 * time as visible ones.
 */
export const getRowAccessibleText = (conversation: Conversation): string => {
  const { total_messages: total } = conversation
  return [
    isConversationActive(conversation) ? 'Conversa ativa' : 'Conversa encerrada',
    ...getStateLabels(conversation),
    ...(typeof total === 'number' ? [`${messageCountFormat.format(total)} ${total === 1 ? 'mensagem' : 'mensagens'}`] : []),
  ].join(', ')
}
