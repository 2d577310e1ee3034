import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { notifyError } from '../../../shared/notifications/notifications.ts'
import type { ConversationFilter } from '../../../shared/preferences/preferences.ts'
import { useDebouncedValue } from '../../../shared/ui/search/use-debounced-value.ts'
import { conversationKeys, toListQuery, UNFILTERED_LIST_QUERY } from '../cache/conversation-keys.ts'
import { conversationQueries } from '../cache/conversation-queries.ts'
import { type ConversationListData, collectConversations } from '../cache/list/list-cache.ts'
import { filterAndSortConversations } from '../cache/list/sort-and-filter.ts'

const LIST_FAILED = 'Ocorreu um erro ao carregas as conversas'

/** Returns an agent's conversations that match a filter, sorted. Refreshes and events keep them up to date. */
export function useConversationList(agentId: string, filter: ConversationFilter | null, search: string) {
  const client = useQueryClient()
  // Loaded conversations are filtered at once; the server is requested after a pause in typing (gap G37), or at once if the search is
  // empty.
  const debouncedSearch = useDebouncedValue(search)
  const querySearch = search === '' ? '' : debouncedSearch
  const query = toListQuery(filter, querySearch)
  const list = useInfiniteQuery({
    ...conversationQueries.list(agentId, query),
    // Until the server responds, the loaded conversations that match are shown.
    placeholderData: () => client.getQueryData<ConversationListData>(conversationKeys.list(agentId)),
  })
  const { data: unfilteredList, dataUpdatedAt } = useInfiniteQuery({
    ...conversationQueries.list(agentId),
    enabled: query === UNFILTERED_LIST_QUERY,
  })
  const serverTime = unfilteredList?.pages[0]?.serverTime ?? null
  const refresh = useQuery({
    ...conversationQueries.refresh(agentId),
    enabled: unfilteredList !== undefined,
    ...(unfilteredList ? { initialData: { serverTime }, initialDataUpdatedAt: dataUpdatedAt } : {}),
  })

  const text = useDeferredValue(filter === 'phone' ? search : '')
  const data = list.data
  const conversations = useMemo(
    () => (data ? filterAndSortConversations(collectConversations(data), filter, text) : []),
    [data, filter, text],
  )

  const refreshNow = async () => {
    if (!data) return void (await list.refetch())
    const { error } = await refresh.refetch({ cancelRefetch: false })
    if (error) notifyError(error, { message: LIST_FAILED, subject: conversationKeys.refresh(agentId) })
  }

  return {
    conversations,
    isLoading: list.isPending || (list.isPlaceholderData && conversations.length === 0),
    hasFailed: list.isError && !data,
    error: list.error,
    isRefreshing: refresh.isFetching || (list.isFetching && !list.isFetchingNextPage && !list.isPlaceholderData),
    refreshNow,
    loadMore: () => {
      // A search text of a few digits filters only loaded conversations. Loading the whole list for it would cost too much.
      if (query === UNFILTERED_LIST_QUERY && text !== '') return
      if (list.hasNextPage && !list.isFetchingNextPage && !list.isPlaceholderData) void list.fetchNextPage()
    },
    isLoadingMore: list.isFetchingNextPage,
  }
}
