import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import { stripBidiControls } from '../../cache/strip-bidi-controls.ts'

// Shared by all rows, because creating a formatter is slow.
export const messageCountFormat = new Intl.NumberFormat('pt-BR')

export type RowState = 'attention' | 'unread' | 'paused' | 'none'

/** Returns the state that the row shows. If several apply, attention comes before unread, and unread before paused. */
export const getRowState = (conversation: Pick<Conversation, 'needs_attention' | 'unreadCount' | 'pause'>): RowState => {
  if (conversation.needs_attention) return 'attention'
  if ((conversation.unreadCount ?? 0) > 0) return 'unread'
  return conversation.pause ? 'paused' : 'none'
}

/** Whether a user has to reply, because attention was requested or the agent is paused. Otherwise the agent replies. */
export const needsHumanReply = ({ needs_attention, pause }: Pick<Conversation, 'needs_attention' | 'pause'>): boolean =>
  needs_attention === true || pause === true

/** Returns the author of the last message as a prefix for the preview; '' if the lead wrote it or the author is unknown. */
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

/** Whether the conversation has the status 'active' (gap G19). */
export const isConversationActive = (conversation: Pick<Conversation, 'conversation_status'>): boolean =>
  conversation.conversation_status === 'active'

/** Returns the last six characters of a long id, which are enough to distinguish leads. The tooltip shows the full id. */
export const shortenId = (id: string): string => (id.length > 8 ? id.slice(-6) : id)

/** Returns texts for the conversation's states: 'Necessita atenção', 'Agente pausado', 'Arquivado'. */
export const getStateLabels = (conversation: Conversation): string[] => [
  ...(conversation.needs_attention ? ['Necessita atenção'] : []),
  ...(conversation.pause ? ['Agente pausado'] : []),
  ...(conversation.archive ? ['Arquivado'] : []),
]

/**
 * Returns one text for screen readers with everything that a row shows only by icons. A single text, because each hidden element costs
 * layout time.
 */
export const getRowAccessibleText = (conversation: Conversation): string => {
  const { total_messages: total } = conversation
  return [
    isConversationActive(conversation) ? 'Conversa ativa' : 'Conversa encerrada',
    ...getStateLabels(conversation),
    ...(typeof total === 'number' ? [`${messageCountFormat.format(total)} ${total === 1 ? 'mensagem' : 'mensagens'}`] : []),
  ].join(', ')
}
