import type { Conversation } from '@prosa/contract/entities/conversation'
import { isLeadRole, type MessageRole } from '@prosa/contract/entities/message'
import type { ServerEvent } from '@prosa/contract/events'

/** Real-time events as pure functions from conversation to conversation. */

type ListUpdate = ServerEvent<'conversation_list_updated'>

const OVERWRITTEN = [
  'conversation_status',
  'status_message',
  'stage',
  'needs_attention',
  'attention_reason',
  'total_messages',
  'last_client_message_at',
  'last_agent_message_at',
  'updated_at',
  'unreadCount',
  'lead_context_summary',
  'last_seq',
  'last_message_preview',
  'last_message_from',
  'last_message_sender_id',
  'last_message_sender_name',
  'last_message_failed',
  'window_closes_at',
  'free_until',
  'archive',
  'pause',
  'lead_name',
  'lead_empresa',
  'phone',
] as const satisfies readonly (keyof ListUpdate & keyof Conversation)[]

const later = (a: string | null | undefined, b: string): string => (a && Date.parse(a) >= Date.parse(b) ? a : b)

/** One more message: its time by who spoke, and the counts when nobody has counted it yet. */
const withMessage = (
  conversation: Conversation,
  message: { role: MessageRole; timestamp: string },
  counted: { total: boolean; unread: boolean },
): Conversation => {
  const fromLead = isLeadRole(message.role)
  return {
    ...conversation,
    ...(fromLead
      ? { last_client_message_at: later(conversation.last_client_message_at, message.timestamp) }
      : { last_agent_message_at: later(conversation.last_agent_message_at, message.timestamp) }),
    ...(counted.total ? { total_messages: (conversation.total_messages ?? 0) + 1 } : {}),
    ...(counted.unread && fromLead ? { unreadCount: (conversation.unreadCount ?? 0) + 1 } : {}),
  }
}

/** `lead`: a message of the open conversation. `isNew` is false when another event has told of it already. */
export const applyMessage = (
  conversation: Conversation,
  { message }: Pick<ServerEvent<'lead'>, 'message'>,
  isNew: boolean,
): Conversation => {
  // Imported history and reactions count as no message and move no conversation.
  if (message.source === 'history' || message.type === 'reaction') return conversation
  // Told again because something of it changed: whoever numbered the conversation so far has counted it.
  const isCounted = message.seq !== undefined && message.seq <= (conversation.last_seq ?? 0)
  return withMessage(conversation, message, { total: isNew && !isCounted, unread: isNew && !isCounted })
}

/** The provider's own figures, when it sends any, are newer than counting on our own; older ones are ignored (gap G04). */
export const applyListUpdate = (conversation: Conversation, event: ListUpdate, isNew: boolean): Conversation => {
  const { newMessage, updated_at } = event
  const counted = newMessage
    ? withMessage(conversation, newMessage, {
        total: isNew && event.total_messages === undefined,
        unread: isNew && event.unreadCount === undefined,
      })
    : conversation
  const isOlder = !!updated_at && !!conversation.updated_at && Date.parse(updated_at) < Date.parse(conversation.updated_at)
  if (isOlder) return counted
  const told: Partial<Conversation> = Object.fromEntries(
    OVERWRITTEN.filter((field) => event[field] !== undefined).map((field) => [field, event[field]]),
  )
  return { ...counted, ...told }
}

/** True the first time a message id is told, whichever event tells it. Remembers the newest `limit` ids. */
export const createFirstSight = (limit = 1_000) => {
  const seen = new Set<string>()
  return (messageId: string): boolean => {
    if (seen.has(messageId)) return false
    seen.add(messageId)
    const oldest = seen.values().next()
    if (seen.size > limit && !oldest.done) seen.delete(oldest.value)
    return true
  }
}

/** A snapshot of a conversation against what events have already told: the newer one stays. */
export const newerOf = (held: Conversation | undefined, told: Conversation): Conversation => {
  if (!held?.updated_at || !told.updated_at) return told
  return Date.parse(told.updated_at) < Date.parse(held.updated_at) ? held : told
}
