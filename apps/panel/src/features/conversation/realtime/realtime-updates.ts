import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { dismissUnreachableErrors } from '../../../shared/api/query-client.ts'
import { getServerTime } from '../../../shared/api/server-clock.ts'
import { notify } from '../../../shared/notifications/notifications.ts'
import { bindRealtimeToSession } from '../../../shared/realtime/bind-realtime-to-session.ts'
import { REALTIME_TEXTS, useConnection } from '../../../shared/realtime/connection.ts'
import { emitEvent, emitWithAck, onConnected, onServerEvent } from '../../../shared/realtime/socket.ts'
import { useSession } from '../../../shared/session/session.ts'
import { conversationKeys } from '../cache/conversation-keys.ts'
import { fetchMessagesMissedBeforeJoin, fetchMissedUpdates } from '../cache/conversation-queries.ts'
import {
  type ConversationRef,
  getMarkReadSubject,
  getOwnUserId,
  handleDeliveryEvent,
  handleListUpdateEvent,
  handleMessageEvent,
  handleOptimisticMessageEvent,
  reloadUnreadCount,
} from './event-handlers.ts'
import { toAgentTypingEntry, toUserTypingEntry } from './typing-entries.ts'
import { clearAllTyping, handleTypingEvent } from './typing-store.ts'

/** Functions that connect conversations to the real-time connection: they apply events to the cache and emit events. */

const JOIN_ACK_TIMEOUT_MS = 2_000

let openConversationRef: ConversationRef | null = null

/** Handles an event that marking as read failed after the server had acknowledged it: shows an error and fetches the unread count. */
const handleMarkReadError = (client: QueryClient, conversationId: string | undefined) => {
  const id = conversationId ?? openConversationRef?.conversationId
  notify.error({ message: REALTIME_TEXTS.markReadFailed, subject: getMarkReadSubject(id) })
  reloadUnreadCount(client, id).catch(() => fetchMissedUpdates(client))
}

const subscribeToEvents = (client: QueryClient): (() => void)[] => [
  onServerEvent('lead', (event) => handleMessageEvent(client, event, openConversationRef)),
  onServerEvent('conversation_list_updated', (event) => handleListUpdateEvent(client, event)),
  onServerEvent('optimistic_message', (event) => handleOptimisticMessageEvent(client, event, openConversationRef)),
  onServerEvent('typing_indicator', (event) =>
    handleTypingEvent(toUserTypingEntry(event, openConversationRef?.leadId ?? '', getServerTime()), getOwnUserId()),
  ),
  onServerEvent('agent_typing_indicator', (event) =>
    handleTypingEvent(toAgentTypingEntry(event, getServerTime()), getOwnUserId()),
  ),
  onServerEvent('mark_read_error', ({ conversationId }) => handleMarkReadError(client, conversationId)),
  onServerEvent('message_delivery', (event) => handleDeliveryEvent(client, event)),
  onServerEvent('lead_updated', ({ leadId }) => void client.invalidateQueries({ queryKey: conversationKeys.lead(leadId) })),
  onConnected(() => {
    dismissUnreachableErrors()
    fetchMissedUpdates(client)
  }),
  useConnection.subscribe(({ state }) => {
    if (state !== 'connected') clearAllTyping()
  }),
]

/** Subscribes to real-time events while the component is mounted, and applies them to the cached lists and conversations. */
export const useRealtimeUpdates = (): void => {
  const client = useQueryClient()
  useEffect(() => {
    bindRealtimeToSession()
    const unsubscribers = subscribeToEvents(client)
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe()
    }
  }, [client])
}

/**
 * Joins the room of the open lead, in which the server emits the lead's events. Joins again after each reconnection, and leaves when
 * another lead is opened.
 */
export const useJoinLeadRoom = (leadId: string, conversationId: string): void => {
  const client = useQueryClient()
  useEffect(() => {
    openConversationRef = { leadId, conversationId }
    const join = () => {
      const user = useSession.getState().user
      if (!user) return
      emitWithAck(
        'join_conversation',
        { leadId, userId: user.id, tenantId: user.tenant.id },
        JOIN_ACK_TIMEOUT_MS,
        (_timeoutError, response) => {
          void fetchMessagesMissedBeforeJoin(
            client,
            { leadId, conversationId },
            response?.ok ? response.lastSeq?.[conversationId] : undefined,
          )
        },
      )
    }
    join()
    const unsubscribe = onConnected(join)
    return () => {
      unsubscribe()
      openConversationRef = null
      emitEvent('leave_conversation', { leadId })
    }
  }, [client, leadId, conversationId])
}

/** Emits an event that shows a message that is being sent to other users who have the lead open. */
export const emitOptimisticMessage = (entry: { tempId: string; leadId: string; content: string; createdAt: number }): void => {
  const user = useSession.getState().user
  if (!user) return
  const { tempId, leadId, content, createdAt } = entry
  emitEvent('optimistic_message', {
    tempMessageId: tempId,
    content,
    userName: user.name,
    timestamp: new Date(createdAt).toISOString(),
    userId: user.id,
    leadId,
  })
}

export const emitTyping = (event: 'typing_start' | 'typing_stop', leadId: string): void => {
  const user = useSession.getState().user
  if (user) emitEvent(event, { leadId, userName: user.name, userId: user.id })
}
