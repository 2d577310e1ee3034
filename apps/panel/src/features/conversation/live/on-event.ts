import { unreadCountsFor } from '@prosa/contract/calls/conversations'
import { OPTIMISTIC_MATCH_WINDOW_MS, REQUEST_TIMEOUT_MS } from '@prosa/contract/constants'
import type { Lead } from '@prosa/contract/entities/lead'
import { isLeadRole } from '@prosa/contract/entities/message'
import type { ServerEvent } from '@prosa/contract/events'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../../shared/api/client.ts'
import { serverMessageOr } from '../../../shared/api/errors.ts'
import { serverNow } from '../../../shared/api/server-clock.ts'
import { notifyError, type Subject, takeBack } from '../../../shared/notifications.ts'
import { useSession } from '../../../shared/session/session.ts'
import { applyListUpdate, applyMessage, createFirstSight } from '../cache/apply-event.ts'
import { keepEarly } from '../cache/early-messages.ts'
import { isBehind, mergeMessages, type Thread, withDelivery, withinReach } from '../cache/history.ts'
import { conversationKeys } from '../cache/keys.ts'
import { changeConversation } from '../cache/list-writer.ts'
import { add, looksLike, type Unsent } from '../cache/outbox.ts'
import { changeOutbox, letArrive } from '../cache/outbox-store.ts'
import { endTypingOf } from './typing-store.ts'

/** Handlers of the server's events, which update the cache. */

export interface Place {
  readonly leadId: string
  readonly conversationId: string
}

/** Time in milliseconds to wait for a missing message before it is requested, because two events may arrive in the wrong order. */
const HOLE_PATIENCE_MS = 800
/** Time in milliseconds after which another user's unsent message counts as failed. */
const PEER_PATIENCE_MS = REQUEST_TIMEOUT_MS + OPTIMISTIC_MATCH_WINDOW_MS

const isFirstSight = createFirstSight()
const holeTimers = new Map<string, ReturnType<typeof setTimeout>>()

export const selfId = () => useSession.getState().user?.id ?? ''

const threadsOf = (client: QueryClient, leadId: string) =>
  client
    .getQueriesData<Thread>({ queryKey: [...conversationKeys.threads, leadId] })
    .flatMap(([key, thread]) => (thread ? [{ key, thread }] : []))

const changeThread = (client: QueryClient, key: readonly unknown[], change: (thread: Thread) => Thread) =>
  client.setQueryData<Thread>(key, (held) => held && change(held))

/** Requests the missing messages of a thread, unless they arrive by event first. */
const watchHoles = (client: QueryClient, leadId: string) => {
  clearTimeout(holeTimers.get(leadId))
  const timer = setTimeout(() => {
    holeTimers.delete(leadId)
    for (const { key, thread } of threadsOf(client, leadId)) {
      if (isBehind(thread)) void client.invalidateQueries({ queryKey: key })
    }
  }, HOLE_PATIENCE_MS)
  holeTimers.set(leadId, timer)
}

export const onMessage = (client: QueryClient, event: ServerEvent<'lead'>, openPlace: Place | null) => {
  const { leadId, conversationId, message } = event
  const isNew = isFirstSight(message.message_id)
  changeConversation(client, { leadId, conversationId }, (conversation) => applyMessage(conversation, event, isNew))
  const threads = threadsOf(client, leadId).filter(
    ({ thread }) => conversationId === undefined || thread.conversation._id === conversationId,
  )
  for (const { key, thread } of threads) {
    letArrive(
      () =>
        changeThread(client, key, (held) => ({ ...held, messages: mergeMessages(held.messages, withinReach(held, [message])) })),
      thread.conversation._id,
      [message],
      (id) => thread.messages.some(({ message_id }) => message_id === id),
    )
  }
  if (threads.length === 0 && openPlace?.leadId === leadId) keepEarly(leadId, message)
  if (!isLeadRole(message.role)) endTypingOf(leadId, message.manual ? (message.sender?.id ?? '') : null)
  watchHoles(client, leadId)
}

export const onListUpdate = (client: QueryClient, event: ServerEvent<'conversation_list_updated'>) => {
  const { leadId, conversationId, newMessage } = event
  const isNew = newMessage ? isFirstSight(newMessage.messageId) : false
  const isKnown = changeConversation(client, { leadId, conversationId }, (held) => {
    const after = applyListUpdate(held, event, isNew)
    // Applies the pause at once; its author and reason come with the lead.
    client.setQueryData<Lead>(conversationKeys.lead(leadId), (lead) => lead && { ...lead, pause: after.pause ?? lead.pause })
    return after
  })
  // The conversation is not cached: it is new, or on a page of the list that is not loaded.
  if (!isKnown) {
    const of = event.agent_id ? conversationKeys.refresh(event.agent_id) : conversationKeys.refreshes
    void client.invalidateQueries({ queryKey: of })
  }
  watchHoles(client, leadId)
}

/**
 * Whether the thread already has the stored message: a call and an event of the same user may arrive in the wrong order. Without an id, an
 * equal message within the matching window counts as the stored one, because a missing bubble is better than a doubled message.
 */
const hasArrived = (
  client: QueryClient,
  leadId: string,
  tempId: string | undefined,
  sending: Pick<Unsent, 'content' | 'createdAt'>,
) =>
  threadsOf(client, leadId).some(({ thread }) =>
    thread.messages.some((message) => (tempId ? message.client_message_id === tempId : looksLike(sending, message))),
  )

export const onPeerSending = (client: QueryClient, event: ServerEvent<'optimistic_message'>, place: Place | null) => {
  if (!place || place.leadId !== event.leadId) return
  // Without an id, the user's own event cannot be distinguished from a second message.
  if (!event.tempMessageId && event.userId === selfId()) return
  const told = Date.parse(event.timestamp ?? '')
  const sending = { content: event.content, createdAt: Number.isNaN(told) ? serverNow() : told }
  if (hasArrived(client, event.leadId, event.tempMessageId, sending)) return
  const tempId = event.tempMessageId ?? crypto.randomUUID()
  changeOutbox((entries) =>
    add(entries, {
      ...place,
      ...sending,
      tempId,
      status: 'waiting',
      failure: null,
      peer: { userId: event.userId, userName: event.userName },
    }),
  )
  setTimeout(
    () => changeOutbox((entries) => entries.filter((one) => one.tempId !== tempId || one.peer === null)),
    PEER_PATIENCE_MS,
  )
}

export const onDelivery = (client: QueryClient, event: ServerEvent<'message_delivery'>) => {
  for (const { key } of threadsOf(client, event.leadId)) changeThread(client, key, (held) => withDelivery(held, event))
}

/** Subject of the notification that a conversation could not be marked as read. */
export const readMark = (conversationId: string | undefined): Subject => ['mark-read', conversationId]

/** Fetches the real unread count of a conversation. */
export const reloadUnread = async (client: QueryClient, conversationId: string | undefined): Promise<void> => {
  if (!conversationId) return
  const about = ['unread', conversationId]
  const { data } = await call(unreadCountsFor, { body: { conversationIds: [conversationId] } }).catch((error: unknown) => {
    notifyError(error, { message: serverMessageOr(error, 'Failed to load unread counts'), about })
    throw error
  })
  takeBack(about)
  const unreadCount = data.unreadCounts[conversationId] ?? 0
  changeConversation(client, { conversationId }, (held) => ({ ...held, unreadCount }))
}
