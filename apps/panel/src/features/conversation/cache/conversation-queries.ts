import { getLead } from '@prosa/contract/calls/conversations/leads'
import { LIST_REFRESH_MS } from '@prosa/contract/constants'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api/api-client.ts'
import { createStaleTime } from '../../../shared/api/stale-time.ts'
import { useConnection } from '../../../shared/realtime/connection.ts'
import { type CachedListQuery, conversationKeys, UNFILTERED_LIST_QUERY } from './conversation-keys.ts'
import { loadConversationListPage, refreshConversationLists } from './list/load-list.ts'
import { type CachedThread, getLastContiguousSeq } from './thread/cached-thread.ts'
import { type ConversationRef, loadThread } from './thread/load-thread.ts'

/** Query options of conversations. */

const OWN_ERROR_OPTIONS = { meta: { showsOwnError: true } } as const

/** Returns the refetch interval in milliseconds of an open conversation while the real-time connection is lost; otherwise false. */
const getDisconnectedRefetchInterval = () =>
  useConnection.getState().wasConnected && useConnection.getState().state !== 'connected' ? LIST_REFRESH_MS : false

export const conversationQueries = {
  /** Pages of a conversation list. Each page is fetched once; afterwards `refresh` and events update the cached pages. */
  list: (agentId: string, query: CachedListQuery = UNFILTERED_LIST_QUERY) =>
    infiniteQueryOptions({
      ...OWN_ERROR_OPTIONS,
      queryKey: conversationKeys.list(agentId, query),
      queryFn: ({ pageParam, signal }) => loadConversationListPage(agentId, query, pageParam, signal),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
      staleTime: Number.POSITIVE_INFINITY,
      structuralSharing: false,
      // A list that failed to load is not refreshed by `refresh`, so the request is repeated at the same interval.
      refetchInterval: ({ state }) => (state.status === 'error' ? LIST_REFRESH_MS : false),
    }),

  /** Fetches the changes of an agent's lists every 30 s, and when the page becomes visible or the network returns. */
  refresh: (agentId: string) =>
    queryOptions({
      ...OWN_ERROR_OPTIONS,
      queryKey: conversationKeys.refresh(agentId),
      queryFn: ({ client, signal }) => refreshConversationLists(client, agentId, signal),
      refetchInterval: LIST_REFRESH_MS,
      refetchOnWindowFocus: 'always',
      refetchOnReconnect: 'always',
      staleTime: createStaleTime(LIST_REFRESH_MS),
    }),

  /** Conversation with its messages. The first request fetches the newest page, later requests only the changes since then. */
  thread: (leadId: string, conversationId: string) =>
    queryOptions({
      ...OWN_ERROR_OPTIONS,
      queryKey: conversationKeys.thread(leadId, conversationId),
      queryFn: ({ client, signal }) => loadThread(client, leadId, conversationId, signal),
      staleTime: createStaleTime(0),
      refetchInterval: getDisconnectedRefetchInterval,
      refetchOnWindowFocus: 'always',
      refetchOnReconnect: 'always',
      structuralSharing: false,
    }),

  lead: (leadId: string) =>
    queryOptions({
      ...OWN_ERROR_OPTIONS,
      queryKey: conversationKeys.lead(leadId),
      queryFn: async ({ signal }) => (await call(getLead, { params: { id: leadId }, signal })).data,
      refetchInterval: getDisconnectedRefetchInterval,
    }),
}

/** Fetches the changes of the lists and of the open conversation that were missed, for example while the connection was lost. */
export const fetchMissedUpdates = (client: QueryClient): void => {
  void client.invalidateQueries({ queryKey: conversationKeys.refreshes })
  void client.invalidateQueries({ queryKey: conversationKeys.threads })
}

/**
 * Fetches messages that arrived after the conversation was loaded and before this client subscribed to the lead's events. Does nothing if
 * the cache contains all messages up to `lastSeq`. Waits for a running request, because cancelling it would only start another one.
 */
export const fetchMessagesMissedBeforeJoin = async (
  client: QueryClient,
  { leadId, conversationId }: ConversationRef,
  lastSeq?: number,
): Promise<void> => {
  void client.invalidateQueries({ queryKey: conversationKeys.lead(leadId) })
  const queryKey = conversationKeys.thread(leadId, conversationId)
  const pendingFetch = client.getQueryCache().find({ queryKey })?.promise
  const hasLoaded = await (pendingFetch ?? Promise.resolve()).then(() => true).catch(() => false)
  // A failed query shows its own error with a retry button.
  if (!hasLoaded) return
  const cachedThread = client.getQueryData<CachedThread>(queryKey)
  if (!cachedThread || getLastContiguousSeq(cachedThread.messages) !== lastSeq) void client.invalidateQueries({ queryKey })
}
