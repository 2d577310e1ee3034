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
  // Templates, files and replies are rarer, so their code is loaded on demand.
  if (template ?? file ?? replyTo) return (await import('./post-non-text-message.ts')).postNonTextMessage(entry, options)
  return call(sendMessage, { ...options, body: { content } })
}

/** Without a real-time connection no event reports the arrival, so the history is fetched. */
const refetchWithoutRealtime = (client: QueryClient, { leadId, conversationId }: UnsentMessage) => {
  if (useConnection.getState().state === 'connected') return
  void client.invalidateQueries({ queryKey: conversationKeys.thread(leadId, conversationId) })
}

/** Mutation options that send the messages of a conversation one at a time, in the order of writing. */
export const createSendOptions = (client: QueryClient, conversationId: string) => ({
  scope: { id: `send to ${conversationId}` },
  // Offline it fails at once with an error, instead of waiting silently.
  networkMode: 'always' as const,
  meta: { showsOwnError: true },
  mutationFn: postEntry,
  onSuccess: (_answer: unknown, entry: UnsentMessage) => {
    updateOutbox((entries) => markEntryAccepted(entries, entry.tempId))
    refetchWithoutRealtime(client, entry)
  },
  onError: (error: unknown, { tempId }: UnsentMessage) => {
    notifyError(error, { message: getSendFailureText(error, navigator.onLine), about: getSendFailureSubject(conversationId) })
    updateOutbox((entries) => markEntryFailed(entries, tempId, getServerMessage(error, UNKNOWN_SEND_FAILURE)))
  },
})

export const useMessageSender = (leadId: string, conversationId: string) => {
  const client = useQueryClient()
  const { mutate, mutateAsync } = useMutation(createSendOptions(client, conversationId))

  const put = (content: string, template?: FilledTemplate, file?: UnsentAttachment, type?: UnsentMessageType): UnsentMessage => {
    const entry = replyContextSetter.to({
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
    mutate(put(content))
    return true
  }

  /** Resolves when the server has responded. The bubble also shows a failure. */
  const attempt = (entry: UnsentMessage) => {
    updateOutbox((entries) => retryFailedEntry(entries, entry.tempId))
    return mutateAsync(entry)
  }

  const sendAgain = (entry: UnsentMessage) => void attempt(entry).catch(() => undefined)

  const giveUp = (entry: UnsentMessage) => updateOutbox((entries) => removeFromOutbox(entries, entry.tempId))

  return { send, put, attempt, sendAgain, giveUp }
}
