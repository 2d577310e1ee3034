import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import { isLeadRole, type MessageRole } from '@prosa/contract/entities/conversations/message'
import type { ServerEvent } from '@prosa/contract/events'

/** Applies real-time events to a conversation. Pure functions. */

type ListUpdate = ServerEvent<'conversation_list_updated'>

const OVERWRITTEN_FIELDS = [
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

const pickLaterTime = (a: string | null | undefined, b: string): string => (a && Date.parse(a) >= Date.parse(b) ? a : b)

/** Adds a message to a conversation: updates the time of its author, and the counters unless it is already counted. */
const addMessageToConversation = (
  conversation: Conversation,
  message: { role: MessageRole; timestamp: string },
  counted: { total: boolean; unread: boolean },
): Conversation => {
  const fromLead = isLeadRole(message.role)
  return {
    ...conversation,
    ...(fromLead
      ? { last_client_message_at: pickLaterTime(conversation.last_client_message_at, message.timestamp) }
      : { last_agent_message_at: pickLaterTime(conversation.last_agent_message_at, message.timestamp) }),
    ...(counted.total ? { total_messages: (conversation.total_messages ?? 0) + 1 } : {}),
    ...(counted.unread && fromLead ? { unreadCount: (conversation.unreadCount ?? 0) + 1 } : {}),
  }
}

/** Applies a `lead` event of the open conversation. `isNew` is false if another event has already reported the message. */
export const applyMessageEvent = (
  conversation: Conversation,
  { message }: Pick<ServerEvent<'lead'>, 'message'>,
  isNew: boolean,
): Conversation => {
  // Imported history and reactions do not count as messages and do not move the conversation in the list.
  if (message.source === 'history' || message.type === 'reaction') return conversation
  // The message was emitted again after a change; its `seq` shows that it is already counted.
  const isCounted = message.seq !== undefined && message.seq <= (conversation.last_seq ?? 0)
  return addMessageToConversation(conversation, message, { total: isNew && !isCounted, unread: isNew && !isCounted })
}

/** Applies a list event. Counters from the provider replace our own; older events are ignored (gap G04). */
export const applyListUpdateEvent = (conversation: Conversation, event: ListUpdate, isNew: boolean): Conversation => {
  const { newMessage, updated_at } = event
  const counted = newMessage
    ? addMessageToConversation(conversation, newMessage, {
        total: isNew && event.total_messages === undefined,
        unread: isNew && event.unreadCount === undefined,
      })
    : conversation
  const isOlder = !!updated_at && !!conversation.updated_at && Date.parse(updated_at) < Date.parse(conversation.updated_at)
  if (isOlder) return counted
  const told: Partial<Conversation> = Object.fromEntries(
    OVERWRITTEN_FIELDS.filter((field) => event[field] !== undefined).map((field) => [field, event[field]]),
  )
  return { ...counted, ...told }
}

/** Returns a function that returns true the first time it gets a message id, from whichever event. Remembers the newest `limit` ids. */
export const createFirstSeenCheck = (limit = 1_000) => {
  const seen = new Set<string>()
  return (messageId: string): boolean => {
    if (seen.has(messageId)) return false
    seen.add(messageId)
    const oldest = seen.values().next()
    if (seen.size > limit && !oldest.done) seen.delete(oldest.value)
    return true
  }
}

/** Returns the newer of a fetched conversation and the cached one, which events may have updated. */
export const pickNewerConversation = (held: Conversation | undefined, told: Conversation): Conversation => {
  if (!held?.updated_at || !told.updated_at) return told
  return Date.parse(told.updated_at) < Date.parse(held.updated_at) ? held : told
}
