import { getConversation } from '@prosa/contract/calls/conversations/conversations'
import type { ConversationWithHistory } from '@prosa/contract/entities/conversations/conversation'
import type { Message } from '@prosa/contract/entities/conversations/message'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../../../shared/api/api-client.ts'
import { applyArrivedMessages } from '../../outbox/outbox-store.ts'
import { conversationKeys } from '../conversation-keys.ts'
import { type CachedThread, getCatchUpSeq, mergeMessages, mergeThreadResponse, prependOlderMessages } from './cached-thread.ts'
import { drainEarlyMessages } from './early-messages.ts'

const PAGE_SIZE = 50
const CATCH_UP_PAGE_SIZE = 100
/** Maximum number of pages with missed messages that are fetched. If there are more, the newest page replaces all cached messages. */
const MAX_CATCH_UP_PAGES = 5

export interface ConversationRef {
  readonly leadId: string
  readonly conversationId: string
}

const fetchNewestPage = async (conversationRef: ConversationRef, signal: AbortSignal): Promise<ConversationWithHistory> =>
  (await call(getConversation, { params: { ...conversationRef }, query: { limit: PAGE_SIZE }, signal })).data

/** Fetches all messages after a sequence number, page by page. Returns null if there are too many pages. */
const loadMessagesSince = async (
  conversationRef: ConversationRef,
  seq: number,
  signal: AbortSignal,
): Promise<ConversationWithHistory | null> => {
  const history: Message[] = []
  let afterSeq = seq
  for (let page = 0; page < MAX_CATCH_UP_PAGES; page++) {
    const { data } = await call(getConversation, {
      params: { ...conversationRef },
      query: { afterSeq, limit: CATCH_UP_PAGE_SIZE },
      signal,
    })
    history.push(...data.history)
    const last = data.history.at(-1)?.seq
    if (data.history.length < CATCH_UP_PAGE_SIZE || last === undefined || last <= afterSeq) return { ...data, history }
    afterSeq = last
  }
  return null
}

/**
 * Fetches a conversation with its messages: first the newest page, later only changes. Keeps changes that events made during the request,
 * and removes received messages from the outbox.
 */
export const loadThread = async (
  client: QueryClient,
  leadId: string,
  conversationId: string,
  signal: AbortSignal,
): Promise<CachedThread> => {
  const conversationRef = { leadId, conversationId }
  const key = conversationKeys.thread(leadId, conversationId)
  const cachedBefore = client.getQueryData<CachedThread>(key)
  const seq = cachedBefore ? getCatchUpSeq(cachedBefore.messages) : null
  const missedMessages = seq === null ? null : await loadMessagesSince(conversationRef, seq, signal)
  const response = missedMessages ?? (await fetchNewestPage(conversationRef, signal))

  const replacesCache = cachedBefore !== undefined && seq !== null && missedMessages === null
  const cached = replacesCache ? undefined : client.getQueryData<CachedThread>(key)
  const cachedIds = new Set(cached?.messages.map(({ message_id }) => message_id))
  const merged = mergeThreadResponse(cached, response)
  const thread = { ...merged, messages: mergeMessages(merged.messages, drainEarlyMessages(leadId)) }
  applyArrivedMessages(
    () => client.setQueryData(key, thread),
    conversationId,
    response.history,
    (id) => cachedIds.has(id),
  )
  return thread
}

/** Fetches the page of messages before the oldest cached message and adds it to the cache. */
export const loadOlderMessages = async (client: QueryClient, leadId: string, conversationId: string): Promise<void> => {
  const key = conversationKeys.thread(leadId, conversationId)
  const cursor = client.getQueryData<CachedThread>(key)?.olderCursor
  if (!cursor) return
  const { data } = await call(getConversation, {
    params: { leadId, conversationId },
    query: { limit: CATCH_UP_PAGE_SIZE, cursor },
  })
  client.setQueryData<CachedThread>(key, (cached) => cached && prependOlderMessages(cached, data))
}
