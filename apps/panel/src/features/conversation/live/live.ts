import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { takeBackUnreached } from '../../../shared/api/query-client.ts'
import { serverNow } from '../../../shared/api/server-clock.ts'
import { notify } from '../../../shared/notifications.ts'
import { REALTIME_TEXTS, useConnection } from '../../../shared/realtime/connection.ts'
import { followSession } from '../../../shared/realtime/follow-session.ts'
import { onConnected, onServerEvent, say, sayWithAnswer } from '../../../shared/realtime/socket.ts'
import { useSession } from '../../../shared/session/session.ts'
import { conversationKeys } from '../cache/keys.ts'
import { catchUp, catchUpJoined } from '../cache/queries.ts'
import { onDelivery, onListUpdate, onMessage, onPeerSending, type Place, readMark, reloadUnread, selfId } from './on-event.ts'
import { entryOfAgent, entryOfUser } from './typing.ts'
import { clearTyping, onTyping } from './typing-store.ts'

/** Connects the feature to the real-time connection: applies events to the cache and emits events. */

const JOIN_HEARD_MS = 2_000

let openPlace: Place | null = null

/** Handles a mark that failed after its acknowledgement: shows an error and fetches the real unread count. */
const onMarkReadError = (client: QueryClient, conversationId: string | undefined) => {
  const id = conversationId ?? openPlace?.conversationId
  notify.error({ message: REALTIME_TEXTS.markRead, about: readMark(id) })
  reloadUnread(client, id).catch(() => catchUp(client))
}

const listen = (client: QueryClient): (() => void)[] => [
  onServerEvent('lead', (event) => onMessage(client, event, openPlace)),
  onServerEvent('conversation_list_updated', (event) => onListUpdate(client, event)),
  onServerEvent('optimistic_message', (event) => onPeerSending(client, event, openPlace)),
  onServerEvent('typing_indicator', (event) => onTyping(entryOfUser(event, openPlace?.leadId ?? '', serverNow()), selfId())),
  onServerEvent('agent_typing_indicator', (event) => onTyping(entryOfAgent(event, serverNow()), selfId())),
  onServerEvent('mark_read_error', ({ conversationId }) => onMarkReadError(client, conversationId)),
  onServerEvent('message_delivery', (event) => onDelivery(client, event)),
  onServerEvent('lead_updated', ({ leadId }) => void client.invalidateQueries({ queryKey: conversationKeys.lead(leadId) })),
  onConnected(() => {
    takeBackUnreached()
    catchUp(client)
  }),
  useConnection.subscribe(({ state }) => {
    if (state !== 'connected') clearTyping()
  }),
]

/** Applies real-time events to the cached lists and threads. */
export const useLive = (): void => {
  const client = useQueryClient()
  useEffect(() => {
    followSession()
    const stops = listen(client)
    return () => {
      for (const stop of stops) stop()
    }
  }, [client])
}

/** Joins the room of the open lead, again after each connection, and leaves it when another is opened. */
export const useLeadRoom = (leadId: string, conversationId: string): void => {
  const client = useQueryClient()
  useEffect(() => {
    openPlace = { leadId, conversationId }
    const join = () => {
      const user = useSession.getState().user
      if (!user) return
      sayWithAnswer(
        'join_conversation',
        { leadId, userId: user.id, tenantId: user.tenant.id },
        JOIN_HEARD_MS,
        (_late, answer) => {
          void catchUpJoined(client, { leadId, conversationId }, answer?.ok ? answer.lastSeq?.[conversationId] : undefined)
        },
      )
    }
    join()
    const stop = onConnected(join)
    return () => {
      stop()
      openPlace = null
      say('leave_conversation', { leadId })
    }
  }, [client, leadId, conversationId])
}

/** Emits to the others in the room that a message is being sent. */
export const sayOptimistic = (entry: { tempId: string; leadId: string; content: string; createdAt: number }): void => {
  const user = useSession.getState().user
  if (!user) return
  const { tempId, leadId, content, createdAt } = entry
  say('optimistic_message', {
    tempMessageId: tempId,
    content,
    userName: user.name,
    timestamp: new Date(createdAt).toISOString(),
    userId: user.id,
    leadId,
  })
}

export const sayTyping = (event: 'typing_start' | 'typing_stop', leadId: string): void => {
  const user = useSession.getState().user
  if (user) say(event, { leadId, userName: user.name, userId: user.id })
}
