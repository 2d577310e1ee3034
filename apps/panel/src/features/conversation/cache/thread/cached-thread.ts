import type { Conversation, ConversationWithHistory } from '@prosa/contract/entities/conversations/conversation'
import { DELIVERY_STATES, isLeadRole, type Message } from '@prosa/contract/entities/conversations/message'
import type { getComposerLock } from '@prosa/contract/rules/conversations/composer-lock'

/** Cached conversation with its loaded messages, oldest first and without duplicates. All functions in this file are pure. */
export interface CachedThread {
  readonly conversation: Conversation
  readonly messages: readonly Message[]
  /** Cursor for requesting older messages; null if the beginning of the conversation is loaded. */
  readonly olderCursor: string | null
}

/** Compares messages by sequence number (`seq`). Messages without a number, from old data or an old server, are compared by time. */
const compareMessages = (a: Message, b: Message): number =>
  (a.seq ?? 0) - (b.seq ?? 0) || Date.parse(a.timestamp) - Date.parse(b.timestamp)

const getDeliveryRank = (delivery: string | null | undefined): number => DELIVERY_STATES.findIndex((state) => state === delivery)

/** Merges two versions of a message. Fields of the newer version win, but the delivery state never returns to an earlier state. */
const mergeMessageVersions = (cached: Message, received: Message): Message => {
  const combined = { ...cached, ...received }
  if (cached.status === 'processed' || cached.status === undefined) combined.status = 'processed'
  if (getDeliveryRank(cached.delivery) > getDeliveryRank(received.delivery)) {
    combined.delivery = cached.delivery
    combined.delivery_error = cached.delivery_error
  }
  return combined
}

/** Inserts the received messages in order into the cached ones, and updates messages that are already cached. */
export const mergeMessages = (cached: readonly Message[], received: readonly Message[]): readonly Message[] => {
  if (received.length === 0) return cached
  const indexById = new Map(cached.map(({ message_id }, index) => [message_id, index]))
  const merged = [...cached]
  let isSorted = true
  for (const message of received) {
    const index = indexById.get(message.message_id)
    const existing = index === undefined ? undefined : merged[index]
    if (index !== undefined && existing) {
      merged[index] = mergeMessageVersions(existing, message)
      continue
    }
    const last = merged.at(-1)
    if (last && compareMessages(last, message) > 0) isSorted = false
    indexById.set(message.message_id, merged.length)
    merged.push(message)
  }
  return isSorted ? merged : merged.sort(compareMessages)
}

/**
 * Returns the received messages except those older than the oldest loaded message. Older messages are fetched with their own page, so that
 * the loaded messages have no gap.
 */
export const dropMessagesOlderThanLoaded = (
  { messages, olderCursor }: CachedThread,
  received: readonly Message[],
): readonly Message[] => {
  const oldest = messages[0]
  return olderCursor === null || !oldest ? received : received.filter((message) => compareMessages(message, oldest) >= 0)
}

/** Merges a response into the cached conversation, which may already contain newer messages than the response. */
export const mergeThreadResponse = (cached: CachedThread | undefined, response: ConversationWithHistory): CachedThread => {
  const { history, nextCursor, ...conversation } = response
  if (!cached) return { conversation, messages: mergeMessages([], history), olderCursor: nextCursor ?? null }
  return { ...cached, conversation, messages: mergeMessages(cached.messages, dropMessagesOlderThanLoaded(cached, history)) }
}

export const prependOlderMessages = (cached: CachedThread, response: ConversationWithHistory): CachedThread => ({
  ...cached,
  messages: mergeMessages(response.history, cached.messages),
  olderCursor: response.history.length > 0 ? (response.nextCursor ?? null) : null,
})

/**
 * Returns the highest sequence number before the first gap, after which messages can be requested. Returns null if the server does not
 * number messages; only a full reload then finds missing messages.
 */
export const getLastContiguousSeq = (messages: readonly Message[]): number | null => {
  let last: number | null = null
  for (const { seq } of messages) {
    if (seq === undefined) continue
    if (last !== null && seq > last + 1) return last
    last = seq
  }
  return last
}

/** Number of newest messages whose delivery states are fetched again together with missed messages. */
const REFRESHED_DELIVERY_COUNT = 50

/**
 * Returns the sequence number after which to request messages, so that the response contains missed messages and recent messages whose
 * delivery state may have changed. Returns null if the server does not number messages.
 */
export const getCatchUpSeq = (messages: readonly Message[]): number | null => {
  const newest = getLastContiguousSeq(messages)
  if (newest === null) return null
  const oldestUndelivered = messages.find(
    ({ seq, delivery }) =>
      seq !== undefined && seq > newest - REFRESHED_DELIVERY_COUNT && delivery && delivery !== 'read' && delivery !== 'failed',
  )
  return Math.min(newest, (oldestUndelivered?.seq ?? newest + 1) - 1)
}

/** Whether messages are missing: the sequence numbers have a gap, or the conversation has newer messages than the loaded ones. */
export const hasMissingMessages = ({ conversation, messages }: CachedThread): boolean => {
  const newest = messages.findLast(({ seq }) => seq !== undefined)?.seq
  if (newest === undefined) return false
  return getLastContiguousSeq(messages) !== newest || (conversation.last_seq ?? 0) > newest
}

/**
 * Returns the input for the rule that decides whether the composer is locked. Uses `last_client_message_at` if the lead's last message is
 * not loaded.
 */
export const getComposerLockInput = ({ conversation, messages }: CachedThread): Parameters<typeof getComposerLock>[0] => {
  const reportedMs = Date.parse(conversation.last_client_message_at ?? '')
  const loadedMs = Date.parse(messages.findLast(({ role }) => isLeadRole(role))?.timestamp ?? '')
  const newest = Math.max(Number.isNaN(reportedMs) ? 0 : reportedMs, Number.isNaN(loadedMs) ? 0 : loadedMs)
  return {
    hasMessages: messages.length > 0 || (conversation.total_messages ?? 0) > 0,
    lastLeadMessageAt: newest > 0 ? new Date(newest) : null,
    closesAt: conversation.window_closes_at,
  }
}

/**
 * Applies a delivery state that the messaging channel has reported. Ignores unknown states, and states that do not follow the current
 * state.
 */
export const applyDeliveryStatus = (
  cached: CachedThread,
  update: { messageId: string; delivery: string; delivery_error?: string | null | undefined },
): CachedThread => {
  const message = cached.messages.find(({ message_id }) => message_id === update.messageId)
  const delivery = DELIVERY_STATES.find((state) => state === update.delivery)
  if (!message || !delivery || getDeliveryRank(delivery) <= getDeliveryRank(message.delivery)) return cached
  return {
    ...cached,
    messages: mergeMessages(cached.messages, [{ ...message, delivery, delivery_error: update.delivery_error }]),
  }
}
