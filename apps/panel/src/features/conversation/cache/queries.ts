import { getLead } from '@prosa/contract/calls/leads'
import { LIST_REFRESH_MS } from '@prosa/contract/constants'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api/client.ts'
import { freshFor } from '../../../shared/api/fresh-for.ts'
import { useConnection } from '../../../shared/realtime/connection.ts'
import { contiguousSeq, type Thread } from './history.ts'
import { conversationKeys, type ListQuery, WHOLE_LIST } from './keys.ts'
import { loadListPage, refreshLists } from './load-list.ts'
import { loadThread, type Place } from './load-thread.ts'

/** Options of the conversation's queries, one per thing that the server knows. */

const showsOwnError = { meta: { showsOwnError: true } } as const

/** What is open keeps pace with its list also while there is no real time to tell of changes. */
const whileUnheard = () =>
  useConnection.getState().wasConnected && useConnection.getState().state !== 'connected' ? LIST_REFRESH_MS : false

export const conversationQueries = {
  /** Pages are loaded once; `refresh` and live events keep them fresh. */
  list: (agentId: string, query: ListQuery = WHOLE_LIST) =>
    infiniteQueryOptions({
      ...showsOwnError,
      queryKey: conversationKeys.list(agentId, query),
      queryFn: ({ pageParam, signal }) => loadListPage(agentId, query, pageParam, signal),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
      staleTime: Number.POSITIVE_INFINITY,
      structuralSharing: false,
      // A list that never came has no refresh yet: it tries again at the same pace.
      refetchInterval: ({ state }) => (state.status === 'error' ? LIST_REFRESH_MS : false),
    }),

  /** Every 30 s, and when the page or the network comes back: what has changed in an agent's lists. */
  refresh: (agentId: string) =>
    queryOptions({
      ...showsOwnError,
      queryKey: conversationKeys.refresh(agentId),
      queryFn: ({ client, signal }) => refreshLists(client, agentId, signal),
      refetchInterval: LIST_REFRESH_MS,
      refetchOnWindowFocus: 'always',
      refetchOnReconnect: 'always',
      staleTime: freshFor(LIST_REFRESH_MS),
    }),

  /** The newest page at first, afterwards what came since. */
  thread: (leadId: string, conversationId: string) =>
    queryOptions({
      ...showsOwnError,
      queryKey: conversationKeys.thread(leadId, conversationId),
      queryFn: ({ client, signal }) => loadThread(client, leadId, conversationId, signal),
      staleTime: freshFor(0),
      refetchInterval: whileUnheard,
      refetchOnWindowFocus: 'always',
      refetchOnReconnect: 'always',
      structuralSharing: false,
    }),

  lead: (leadId: string) =>
    queryOptions({
      ...showsOwnError,
      queryKey: conversationKeys.lead(leadId),
      queryFn: async ({ signal }) => (await call(getLead, { params: { id: leadId }, signal })).data,
      refetchInterval: whileUnheard,
    }),
}

/** Asks for what is missing after an outage or a hole: the lists' changes and the open history. */
export const catchUp = (client: QueryClient): void => {
  void client.invalidateQueries({ queryKey: conversationKeys.refreshes })
  void client.invalidateQueries({ queryKey: conversationKeys.threads })
}

/**
 * In the room of a lead: what was said between the first answer and the joining is in nobody's ear yet. An answer that is on its way
 * is waited for, since cut off it would be asked for again; one that goes as far as the conversation did by then lacks nothing.
 */
export const catchUpJoined = async (client: QueryClient, { leadId, conversationId }: Place, lastSeq?: number): Promise<void> => {
  void client.invalidateQueries({ queryKey: conversationKeys.lead(leadId) })
  const queryKey = conversationKeys.thread(leadId, conversationId)
  const asked = client.getQueryCache().find({ queryKey })?.promise
  const isAnswered = await (asked ?? Promise.resolve()).then(() => true).catch(() => false)
  // What failed says so, and offers to be asked for again.
  if (!isAnswered) return
  const held = client.getQueryData<Thread>(queryKey)
  if (!held || contiguousSeq(held.messages) !== lastSeq) void client.invalidateQueries({ queryKey })
}
