import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import { isLeadRole, type MessageRole } from '@prosa/contract/entities/conversations/message'
import type { ServerEvent } from '@prosa/contract/events'

/** Functions that apply real-time events to a conversation. All are pure. */

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

/**
 * Updates a conversation with a new message: sets the time of the last message from the lead or the agent, and increments the counters
 * selected by `increments`.
 */
const addMessageToConversation = (
  conversation: Conversation,
  message: { role: MessageRole; timestamp: string },
  increments: { total: boolean; unread: boolean },
): Conversation => {
  const fromLead = isLeadRole(message.role)
  return {
    ...conversation,
    ...(fromLead
      ? { last_client_message_at: pickLaterTime(conversation.last_client_message_at, message.timestamp) }
      : { last_agent_message_at: pickLaterTime(conversation.last_agent_message_at, message.timestamp) }),
    ...(increments.total ? { total_messages: (conversation.total_messages ?? 0) + 1 } : {}),
    ...(increments.unread && fromLead ? { unreadCount: (conversation.unreadCount ?? 0) + 1 } : {}),
  }
}

/**
 * Applies a `lead` event, which reports a new or changed message of the open conversation. `isNew`: whether no other event has reported the
 * message before.
 */
export const applyMessageEvent = (
  conversation: Conversation,
  { message }: Pick<ServerEvent<'lead'>, 'message'>,
  isNew: boolean,
): Conversation => {
  // Imported history and reactions do not count as messages and do not move the conversation in the list.
  if (message.source === 'history' || message.type === 'reaction') return conversation
  // A changed message is emitted again. Its `seq` shows that it is already counted.
  const isCounted = message.seq !== undefined && message.seq <= (conversation.last_seq ?? 0)
  return addMessageToConversation(conversation, message, { total: isNew && !isCounted, unread: isNew && !isCounted })
}

/**
 * Applies a `conversation_list_updated` event. Counters in the event replace the local ones. If the event is older than the conversation,
 * only its new message is applied (gap G04).
 */
export const applyListUpdateEvent = (conversation: Conversation, event: ListUpdate, isNew: boolean): Conversation => {
  const { newMessage, updated_at } = event
  const withNewMessage = newMessage
    ? addMessageToConversation(conversation, newMessage, {
        total: isNew && event.total_messages === undefined,
        unread: isNew && event.unreadCount === undefined,
      })
    : conversation
  const isOlder = !!updated_at && !!conversation.updated_at && Date.parse(updated_at) < Date.parse(conversation.updated_at)
  if (isOlder) return withNewMessage
  const changes: Partial<Conversation> = Object.fromEntries(
    OVERWRITTEN_FIELDS.filter((field) => event[field] !== undefined).map((field) => [field, event[field]]),
  )
  return { ...withNewMessage, ...changes }
}

/**
 * Creates a function that returns true when it is called with a message id for the first time. It stores the newest `limit` ids, so that a
 * message reported by two events is counted once.
 */
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

/** Returns the newer version of a conversation: the fetched one, unless events have updated the cached one since. */
export const pickNewerConversation = (cached: Conversation | undefined, received: Conversation): Conversation => {
  if (!cached?.updated_at || !received.updated_at) return received
  return Date.parse(received.updated_at) < Date.parse(cached.updated_at) ? cached : received
}
