import { sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { HTTP_HEADERS } from '@prosa/contract/http'
import { hasVisibleText } from '@prosa/contract/rules/text/visible-text'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../../shared/api/api-client.ts'
import { canSendCustomHeaders } from '../../../../shared/api/custom-headers.ts'
import { getServerMessage } from '../../../../shared/api/errors.ts'
import { getServerTime } from '../../../../shared/api/server-clock.ts'
import { notify, notifyError } from '../../../../shared/notifications/notifications.ts'
import { useConnection } from '../../../../shared/realtime/connection.ts'
import { conversationKeys } from '../../cache/conversation-keys.ts'
import {
  addToOutbox,
  type FilledTemplate,
  markEntryAccepted,
  markEntryFailed,
  removeFromOutbox,
  replyContextSetter,
  retryFailedEntry,
  type UnsentAttachment,
  type UnsentMessage,
  type UnsentMessageType,
} from '../../outbox/outbox.ts'
import { currentRef, getSendFailureSubject, updateOutbox } from '../../outbox/outbox-store.ts'
import { emitOptimisticMessage } from '../../realtime/realtime-updates.ts'
import { getSendFailureText, UNKNOWN_SEND_FAILURE } from './send-failure.ts'

const postEntry = async (entry: UnsentMessage) => {
  const { leadId, conversationId, tempId, content, template, file, replyTo } = entry
  const params = { leadId, conversationId }
  const options = { params, ...(canSendCustomHeaders() ? { headers: { [HTTP_HEADERS.idempotencyKey]: tempId } } : {}) }
  // Templates, files and replies are less frequent, so their code is loaded when needed.
  if (template ?? file ?? replyTo) return (await import('./post-non-text-message.ts')).postNonTextMessage(entry, options)
  return call(sendMessage, { ...options, body: { content } })
}

/** Refetches the conversation after sending if there is no real-time connection, because then no event reports the sent message. */
const refetchWithoutRealtime = (client: QueryClient, { leadId, conversationId }: UnsentMessage) => {
  if (useConnection.getState().state === 'connected') return
  void client.invalidateQueries({ queryKey: conversationKeys.thread(leadId, conversationId) })
}

/**
 * Creates the mutation options for sending. Messages of one conversation are sent one at a time, in the order in which they were written.
 */
export const createSendOptions = (client: QueryClient, conversationId: string) => ({
  scope: { id: `send to ${conversationId}` },
  // Without a network the request fails at once. By default TanStack Query would pause it until the network is back.
  networkMode: 'always' as const,
  meta: { showsOwnError: true },
  mutationFn: postEntry,
  onSuccess: (_response: unknown, entry: UnsentMessage) => {
    updateOutbox((entries) => markEntryAccepted(entries, entry.tempId))
    refetchWithoutRealtime(client, entry)
  },
  onError: (error: unknown, { tempId }: UnsentMessage) => {
    notifyError(error, { message: getSendFailureText(error, navigator.onLine), subject: getSendFailureSubject(conversationId) })
    updateOutbox((entries) => markEntryFailed(entries, tempId, getServerMessage(error, UNKNOWN_SEND_FAILURE)))
  },
})

export const useMessageSender = (leadId: string, conversationId: string) => {
  const client = useQueryClient()
  const { mutate, mutateAsync } = useMutation(createSendOptions(client, conversationId))

  const enqueue = (
    content: string,
    template?: FilledTemplate,
    file?: UnsentAttachment,
    type?: UnsentMessageType,
  ): UnsentMessage => {
    const entry = replyContextSetter.addReplyContext({
      tempId: crypto.randomUUID(),
      ...currentRef({ leadId, conversationId }),
      content,
      template,
      file,
      type,
      createdAt: getServerTime(),
      status: 'waiting',
      failure: null,
      peer: null,
    })
    updateOutbox((entries) => addToOutbox(entries, entry))
    if (!file) emitOptimisticMessage(entry)
    return entry
  }

  const send = (text: string): boolean => {
    const content = text.trim()
    if (!hasVisibleText(content)) return false
    if (leadId === '' || conversationId === '') {
      notify.error({ message: 'Lead ID and Conversation ID are required' })
      return false
    }
    mutate(enqueue(content))
    return true
  }

  /**
   * Sends an entry of the outbox, or retries it after a failure. Resolves when the server has responded. The message bubble also shows a
   * failure.
   */
  const attempt = (entry: UnsentMessage) => {
    updateOutbox((entries) => retryFailedEntry(entries, entry.tempId))
    return mutateAsync(entry)
  }

  const retry = (entry: UnsentMessage) => void attempt(entry).catch(() => undefined)

  const discard = (entry: UnsentMessage) => updateOutbox((entries) => removeFromOutbox(entries, entry.tempId))

  return { send, enqueue, attempt, retry, discard }
}
