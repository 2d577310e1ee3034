import { MESSAGE_SEARCH_MIN_CHARS, searchMessages } from '@prosa/contract/calls/conversations/search'
import type { MessageSearchResult } from '@prosa/contract/entities/conversations/message-search-result'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../../shared/api/api-client.ts'
import { useDebouncedValue } from '../../../shared/ui/search/use-debounced-value.ts'

/** Searches messages by text, newest first and page by page. Waits for a pause in typing. */
export function useMessageSearch(text: string, leadId: string | undefined) {
  const searchedText = useDebouncedValue(text.trim())
  const query = useInfiniteQuery({
    queryKey: ['messages', 'found', searchedText, leadId ?? null],
    queryFn: async ({ signal, pageParam }) =>
      (
        await call(searchMessages, {
          query: { q: searchedText, ...(leadId ? { lead_id: leadId } : {}), ...(pageParam ? { cursor: pageParam } : {}) },
          signal,
        })
      ).data,
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    enabled: searchedText.length >= MESSAGE_SEARCH_MIN_CHARS,
    placeholderData: keepPreviousData,
    meta: { showsOwnError: true },
    // Results are not cached, so that every search returns current messages.
    gcTime: 0,
  })
  const isShort = text.trim().length < MESSAGE_SEARCH_MIN_CHARS
  const pages = isShort ? [] : (query.data?.pages ?? [])
  return {
    query,
    searchedText,
    isShort,
    isSearching: !isShort && (text.trim() !== searchedText || query.isFetching),
    results: pages.flatMap(({ results }): MessageSearchResult[] => results),
    correctedQuery: pages[0]?.instead,
  }
}
