import { sendMessage } from '@prosa/contract/calls/conversations'
import { HEADERS } from '@prosa/contract/http'
import { hasVisibleText } from '@prosa/contract/rules/visible-text'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../shared/api/client.ts'
import { serverMessageOr } from '../../../shared/api/errors.ts'
import { mayCarryOwnHeaders } from '../../../shared/api/own-headers.ts'
import { serverNow } from '../../../shared/api/server-clock.ts'
import { notify, notifyError } from '../../../shared/notifications.ts'
import { useConnection } from '../../../shared/realtime/connection.ts'
import { conversationKeys } from '../cache/keys.ts'
import {
  add,
  asAnswer,
  discard,
  type FilledTemplate,
  markDone,
  markFailed,
  retry,
  type Unsent,
  type UnsentFile,
  type UnsentType,
} from '../cache/outbox.ts'
import { changeOutbox, placeNow, sendingIn } from '../cache/outbox-store.ts'
import { sayOptimistic } from '../live/live.ts'
import { sendFailureText, WITHOUT_WORDS } from './send-failure.ts'

const post = async (entry: Unsent) => {
  const { leadId, conversationId, tempId, content, template, file, replyTo } = entry
  const params = { leadId, conversationId }
  const options = { params, ...(mayCarryOwnHeaders() ? { headers: { [HEADERS.idempotencyKey]: tempId } } : {}) }
  // Templates, files and replies are rarer, so their code is loaded on demand.
  if (template ?? file ?? replyTo) return (await import('./post-other.ts')).postOther(entry, options)
  return call(sendMessage, { ...options, body: { content } })
}

/** Without a real-time connection no event reports the arrival, so the history is fetched. */
const settleWithoutRealtime = (client: QueryClient, { leadId, conversationId }: Unsent) => {
  if (useConnection.getState().state === 'connected') return
  void client.invalidateQueries({ queryKey: conversationKeys.thread(leadId, conversationId) })
}

/** Mutation options that send the messages of a conversation one at a time, in the order of writing. */
export const leaving = (client: QueryClient, conversationId: string) => ({
  scope: { id: `send to ${conversationId}` },
  // Offline it fails at once with an error, instead of waiting silently.
  networkMode: 'always' as const,
  meta: { showsOwnError: true },
  mutationFn: post,
  onSuccess: (_answer: unknown, entry: Unsent) => {
    changeOutbox((entries) => markDone(entries, entry.tempId))
    settleWithoutRealtime(client, entry)
  },
  onError: (error: unknown, { tempId }: Unsent) => {
    notifyError(error, { message: sendFailureText(error, navigator.onLine), about: sendingIn(conversationId) })
    changeOutbox((entries) => markFailed(entries, tempId, serverMessageOr(error, WITHOUT_WORDS)))
  },
})

export const useSending = (leadId: string, conversationId: string) => {
  const client = useQueryClient()
  const { mutate, mutateAsync } = useMutation(leaving(client, conversationId))

  const put = (content: string, template?: FilledTemplate, file?: UnsentFile, type?: UnsentType): Unsent => {
    const entry = asAnswer.to({
      tempId: crypto.randomUUID(),
      ...placeNow({ leadId, conversationId }),
      content,
      template,
      file,
      type,
      createdAt: serverNow(),
      status: 'waiting',
      failure: null,
      peer: null,
    })
    changeOutbox((entries) => add(entries, entry))
    if (!file) sayOptimistic(entry)
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
  const attempt = (entry: Unsent) => {
    changeOutbox((entries) => retry(entries, entry.tempId))
    return mutateAsync(entry)
  }

  const sendAgain = (entry: Unsent) => void attempt(entry).catch(() => undefined)

  const giveUp = (entry: Unsent) => changeOutbox((entries) => discard(entries, entry.tempId))

  return { send, put, attempt, sendAgain, giveUp }
}
