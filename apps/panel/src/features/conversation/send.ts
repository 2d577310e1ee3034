import { sendMessage } from '@prosa/contract/calls/conversations'
import { HEADERS } from '@prosa/contract/http'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../shared/api/client.ts'
import { serverMessageOr } from '../../shared/api/errors.ts'
import { serverNow } from '../../shared/api/server-clock.ts'
import { env } from '../../shared/config/env.ts'
import { notify } from '../../shared/notifications.ts'
import { useConnection } from '../../shared/realtime/connection.ts'
import { conversationKeys } from './keys.ts'
import { sayOptimistic } from './live.ts'
import { add, discard, markDone, markFailed, retry, type Unsent } from './outbox.ts'
import { changeOutbox } from './outbox-store.ts'
import { sendFailureText } from './send-failure.ts'

/** A provider on another origin may refuse a header it does not know, and with it every send (gap G44). */
const carriesKey = (): boolean =>
  env.sendsIdempotencyKeyAcrossOrigins || new URL(env.apiBaseUrl, location.href).origin === location.origin

const post = ({ leadId, conversationId, tempId, content }: Unsent) =>
  call(sendMessage, {
    params: { leadId, conversationId },
    body: { content },
    ...(carriesKey() ? { headers: { [HEADERS.idempotencyKey]: tempId } } : {}),
  })

/** Without real time no event will tell that it arrived: the history does. */
const settleWithoutRealtime = (client: QueryClient, { leadId, conversationId }: Unsent) => {
  if (useConnection.getState().state === 'connected') return
  void client.invalidateQueries({ queryKey: conversationKeys.thread(leadId, conversationId) })
}

/** Sending in one conversation: one message at a time, in the order they were written. */
export const useSending = (leadId: string, conversationId: string) => {
  const client = useQueryClient()
  const { mutate } = useMutation({
    scope: { id: `send to ${conversationId}` },
    // Offline it fails at once and says so, instead of waiting in silence.
    networkMode: 'always',
    meta: { showsOwnError: true },
    mutationFn: post,
    onSuccess: (_answer, entry) => {
      changeOutbox((entries) => markDone(entries, entry.tempId))
      settleWithoutRealtime(client, entry)
    },
    onError: (error, { tempId }) => {
      notify.error({ message: sendFailureText(error, navigator.onLine) })
      changeOutbox((entries) => markFailed(entries, tempId, serverMessageOr(error, 'Failed to send message')))
    },
  })

  const send = (text: string): boolean => {
    const content = text.trim()
    if (content === '') return false
    if (leadId === '' || conversationId === '') {
      notify.error({ message: 'Lead ID and Conversation ID are required' })
      return false
    }
    const entry: Unsent = {
      tempId: crypto.randomUUID(),
      leadId,
      conversationId,
      content,
      createdAt: serverNow(),
      status: 'waiting',
      failure: null,
      peer: null,
    }
    changeOutbox((entries) => add(entries, entry))
    sayOptimistic(entry)
    mutate(entry)
    return true
  }

  const sendAgain = (entry: Unsent) => {
    changeOutbox((entries) => retry(entries, entry.tempId))
    mutate(entry)
  }

  const giveUp = (entry: Unsent) => changeOutbox((entries) => discard(entries, entry.tempId))

  return { send, sendAgain, giveUp }
}
