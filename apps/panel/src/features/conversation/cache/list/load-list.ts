import { listConversations } from '@prosa/contract/calls/conversations/conversations'
import { DEFAULT_PAGE_SIZE } from '@prosa/contract/constants'
import type { CallResponse } from '@prosa/contract/define-call'
import { hashKey, type QueryClient } from '@tanstack/react-query'
import { call } from '../../../../shared/api/api-client.ts'
import { resumeRealtime } from '../../../../shared/realtime/socket.ts'
import { type CachedListQuery, conversationKeys, UNFILTERED_LIST_QUERY } from '../conversation-keys.ts'
import { replaceCachedList, updateCachedLists } from '../update-cached-conversation.ts'
import type { ConversationListData, ConversationListPage } from './list-cache.ts'
import { createLoadThrottle } from './load-throttle.ts'

/** Number of conversations per request after the first page and in refreshes. The first page is smaller, about what fits on a screen. */
const LATER_PAGE_SIZE = 100
/** Maximum number of pages that a refresh fetches. If there are more changes, the whole list is reloaded. */
const MAX_REFRESH_PAGES = 5

const listLoadThrottle = createLoadThrottle()

const toListPage = ({ data }: CallResponse<typeof listConversations>): ConversationListPage => {
  // The server responds, so a real-time connection that had stopped retrying is tried again.
  resumeRealtime()
  return { conversations: data.conversations, nextCursor: data.nextCursor ?? null, serverTime: data.server_time ?? null }
}

/** Fetches one page of a conversation list. A server that ignores limit and cursor returns the whole list as one page. */
export const loadConversationListPage = async (
  agentId: string,
  query: CachedListQuery,
  cursor: string | null,
  signal: AbortSignal,
): Promise<ConversationListPage> => {
  if (cursor === null) await listLoadThrottle(JSON.stringify([agentId, query]), signal)
  const response = await call(listConversations, {
    params: { agentId },
    query: { archive: false, ...query, limit: cursor ? LATER_PAGE_SIZE : DEFAULT_PAGE_SIZE, ...(cursor ? { cursor } : {}) },
    signal,
  })
  return toListPage(response)
}

/** Fetches all conversations of the agent that changed after `since`, including archived ones. Returns null if there are too many pages. */
const loadChangedConversations = async (
  agentId: string,
  since: string,
  signal: AbortSignal,
): Promise<ConversationListPage | null> => {
  const conversations: ConversationListPage['conversations'][number][] = []
  let cursor: string | null = null
  let serverTime: string | null = null
  for (let page = 0; page < MAX_REFRESH_PAGES; page++) {
    const result: ConversationListPage = toListPage(
      await call(listConversations, {
        params: { agentId },
        query: { updated_since: since, limit: LATER_PAGE_SIZE, ...(cursor ? { cursor } : {}) },
        signal,
      }),
    )
    conversations.push(...result.conversations)
    serverTime ??= result.serverTime
    cursor = result.nextCursor
    if (cursor === null) return { conversations, nextCursor: null, serverTime }
  }
  return null
}

export interface ListRefreshResult {
  readonly serverTime: string | null
}

/** Reloads an agent's lists: the first page replaces all cached pages, and the lists of other filters are fetched again. */
const reloadList = async (client: QueryClient, agentId: string, signal: AbortSignal): Promise<ListRefreshResult> => {
  const page = await loadConversationListPage(agentId, UNFILTERED_LIST_QUERY, null, signal)
  replaceCachedList(client, agentId, page)
  const unfilteredListHash = hashKey(conversationKeys.list(agentId))
  void client.invalidateQueries({
    queryKey: conversationKeys.agentLists(agentId),
    predicate: ({ queryHash }) => queryHash !== unfilteredListHash,
  })
  return { serverTime: page.serverTime }
}

/** Updates an agent's cached lists. Fetches only the changes if the server supports that, otherwise the whole list. */
export const refreshConversationLists = async (
  client: QueryClient,
  agentId: string,
  signal: AbortSignal,
): Promise<ListRefreshResult> => {
  const cachedList = client.getQueryData<ConversationListData>(conversationKeys.list(agentId))
  const since =
    client.getQueryData<ListRefreshResult>(conversationKeys.refresh(agentId))?.serverTime ?? cachedList?.pages[0]?.serverTime
  if (!cachedList || !since) return reloadList(client, agentId, signal)
  await listLoadThrottle(`changes of ${agentId}`, signal)
  const changes = await loadChangedConversations(agentId, since, signal)
  if (!changes) return reloadList(client, agentId, signal)
  updateCachedLists(client, agentId, changes.conversations)
  return { serverTime: changes.serverTime }
}
