import { unreadCountsForConversations } from '@prosa/contract/calls/conversations/conversations'
import { OPTIMISTIC_MATCH_WINDOW_MS, REQUEST_TIMEOUT_MS } from '@prosa/contract/constants'
import type { Lead } from '@prosa/contract/entities/conversations/lead'
import { isLeadRole } from '@prosa/contract/entities/conversations/message'
import type { ServerEvent } from '@prosa/contract/events'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../../shared/api/api-client.ts'
import { getServerMessage } from '../../../shared/api/errors.ts'
import { getServerTime } from '../../../shared/api/server-clock.ts'
import { dismissNotificationAbout, type NotificationSubject, notifyError } from '../../../shared/notifications/notifications.ts'
import { useSession } from '../../../shared/session/session.ts'
import { applyListUpdateEvent, applyMessageEvent, createFirstSeenCheck } from '../cache/apply-event.ts'
import { conversationKeys } from '../cache/conversation-keys.ts'
import {
  applyDeliveryStatus,
  type CachedThread,
  dropMessagesOlderThanLoaded,
  hasMissingMessages,
  mergeMessages,
} from '../cache/thread/cached-thread.ts'
import { storeEarlyMessage } from '../cache/thread/early-messages.ts'
import { updateCachedConversation } from '../cache/update-cached-conversation.ts'
import { addToOutbox, matchesByContent, type UnsentMessage } from '../outbox/outbox.ts'
import { applyArrivedMessages, updateOutbox } from '../outbox/outbox-store.ts'
import { clearTypingOfSender } from './typing-store.ts'

/** Handlers of real-time events from the server, which update the cache. */

export interface ConversationRef {
  readonly leadId: string
  readonly conversationId: string
}

/** Time in milliseconds to wait for a missing message before it is requested, because events may arrive in the wrong order. */
const GAP_WAIT_MS = 800
/** Time in milliseconds after which an unsent message of another user is removed from the screen. */
const PEER_MESSAGE_TIMEOUT_MS = REQUEST_TIMEOUT_MS + OPTIMISTIC_MATCH_WINDOW_MS

const isFirstSeen = createFirstSeenCheck()
const gapTimers = new Map<string, ReturnType<typeof setTimeout>>()

export const getOwnUserId = () => useSession.getState().user?.id ?? ''

const getCachedThreads = (client: QueryClient, leadId: string) =>
  client
    .getQueriesData<CachedThread>({ queryKey: [...conversationKeys.threads, leadId] })
    .flatMap(([key, thread]) => (thread ? [{ key, thread }] : []))

const updateCachedThread = (client: QueryClient, key: readonly unknown[], change: (thread: CachedThread) => CachedThread) =>
  client.setQueryData<CachedThread>(key, (cached) => cached && change(cached))

/** Requests the missing messages of a conversation after `GAP_WAIT_MS`, unless events deliver them before. */
const scheduleGapFetch = (client: QueryClient, leadId: string) => {
  clearTimeout(gapTimers.get(leadId))
  const timer = setTimeout(() => {
    gapTimers.delete(leadId)
    for (const { key, thread } of getCachedThreads(client, leadId)) {
      if (hasMissingMessages(thread)) void client.invalidateQueries({ queryKey: key })
    }
  }, GAP_WAIT_MS)
  gapTimers.set(leadId, timer)
}

export const handleMessageEvent = (client: QueryClient, event: ServerEvent<'lead'>, openRef: ConversationRef | null) => {
  const { leadId, conversationId, message } = event
  const isNew = isFirstSeen(message.message_id)
  updateCachedConversation(client, { leadId, conversationId }, (conversation) => applyMessageEvent(conversation, event, isNew))
  const threads = getCachedThreads(client, leadId).filter(
    ({ thread }) => conversationId === undefined || thread.conversation._id === conversationId,
  )
  for (const { key, thread } of threads) {
    applyArrivedMessages(
      () =>
        updateCachedThread(client, key, (cached) => ({
          ...cached,
          messages: mergeMessages(cached.messages, dropMessagesOlderThanLoaded(cached, [message])),
        })),
      thread.conversation._id,
      [message],
      (id) => thread.messages.some(({ message_id }) => message_id === id),
    )
  }
  if (threads.length === 0 && openRef?.leadId === leadId) storeEarlyMessage(leadId, message)
  if (!isLeadRole(message.role)) clearTypingOfSender(leadId, message.manual ? (message.sender?.id ?? '') : null)
  scheduleGapFetch(client, leadId)
}

export const handleListUpdateEvent = (client: QueryClient, event: ServerEvent<'conversation_list_updated'>) => {
  const { leadId, conversationId, newMessage } = event
  const isNew = newMessage ? isFirstSeen(newMessage.messageId) : false
  const isCached = updateCachedConversation(client, { leadId, conversationId }, (cached) => {
    const updated = applyListUpdateEvent(cached, event, isNew)
    // Shows the pause at once. A later fetch of the lead adds who paused the agent and why.
    client.setQueryData<Lead>(conversationKeys.lead(leadId), (lead) => lead && { ...lead, pause: updated.pause ?? lead.pause })
    return updated
  })
  // The conversation is not cached: it is new, or it is on a page of the list that is not loaded.
  if (!isCached) {
    const queryKey = event.agent_id ? conversationKeys.refresh(event.agent_id) : conversationKeys.refreshes
    void client.invalidateQueries({ queryKey: queryKey })
  }
  scheduleGapFetch(client, leadId)
}

/**
 * Whether the stored version of an announced message is already in the conversation. Without a `tempId`, compares text and time: a missing
 * bubble is better than a doubled one.
 */
const hasStoredMessage = (
  client: QueryClient,
  leadId: string,
  tempId: string | undefined,
  pendingMessage: Pick<UnsentMessage, 'content' | 'createdAt'>,
) =>
  getCachedThreads(client, leadId).some(({ thread }) =>
    thread.messages.some((message) =>
      tempId ? message.client_message_id === tempId : matchesByContent(pendingMessage, message),
    ),
  )

export const handleOptimisticMessageEvent = (
  client: QueryClient,
  event: ServerEvent<'optimistic_message'>,
  openRef: ConversationRef | null,
) => {
  if (!openRef || openRef.leadId !== event.leadId) return
  // Without an id, an event about the user's own message cannot be distinguished from a second message.
  if (!event.tempMessageId && event.userId === getOwnUserId()) return
  const sentAt = Date.parse(event.timestamp ?? '')
  const pendingMessage = { content: event.content, createdAt: Number.isNaN(sentAt) ? getServerTime() : sentAt }
  if (hasStoredMessage(client, event.leadId, event.tempMessageId, pendingMessage)) return
  const tempId = event.tempMessageId ?? crypto.randomUUID()
  updateOutbox((entries) =>
    addToOutbox(entries, {
      ...openRef,
      ...pendingMessage,
      tempId,
      status: 'waiting',
      failure: null,
      peer: { userId: event.userId, userName: event.userName },
    }),
  )
  setTimeout(
    () => updateOutbox((entries) => entries.filter((entry) => entry.tempId !== tempId || entry.peer === null)),
    PEER_MESSAGE_TIMEOUT_MS,
  )
}

export const handleDeliveryEvent = (client: QueryClient, event: ServerEvent<'message_delivery'>) => {
  for (const { key } of getCachedThreads(client, event.leadId))
    updateCachedThread(client, key, (cached) => applyDeliveryStatus(cached, event))
}

/** Subject of the notification that marking a conversation as read failed. */
export const getMarkReadSubject = (conversationId: string | undefined): NotificationSubject => ['mark-read', conversationId]

/**
 * Fetches the unread count of a conversation and updates the cache. Shows a notification if the request fails.
 * @throws the error of the request
 */
export const reloadUnreadCount = async (client: QueryClient, conversationId: string | undefined): Promise<void> => {
  if (!conversationId) return
  const subject = ['unread', conversationId]
  const { data } = await call(unreadCountsForConversations, { body: { conversationIds: [conversationId] } }).catch(
    (error: unknown) => {
      notifyError(error, { message: getServerMessage(error, 'Failed to load unread counts'), subject })
      throw error
    },
  )
  dismissNotificationAbout(subject)
  const unreadCount = data.unreadCounts[conversationId] ?? 0
  updateCachedConversation(client, { conversationId }, (cached) => ({ ...cached, unreadCount }))
}
