import { listConversations } from '@prosa/contract/calls/conversations/conversations'
import { SEARCH_MIN_CHARS } from '@prosa/contract/constants'
import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../../shared/api/api-client.ts'
import { useDebouncedValue } from '../../../../shared/ui/search/use-debounced-value.ts'
import { pickNewerConversation } from '../apply-event.ts'
import { conversationKeys } from '../conversation-keys.ts'
import { type ConversationListData, collectConversations } from './list-cache.ts'
import { matchesNameOrPhone, sortConversations } from './sort-and-filter.ts'

const MAX_SEARCH_RESULTS = 8
const MAX_RECENT_CONVERSATIONS = 5

const searchConversationsOfAgent = async (agentId: string, text: string, signal: AbortSignal) =>
  (await call(listConversations, { params: { agentId }, query: { search: text, limit: MAX_SEARCH_RESULTS }, signal })).data
    .conversations

/**
 * Query that searches the conversations of several agents. If the request for one agent fails, the results of the others are still
 * returned.
 */
const conversationSearchQuery = (agentIds: readonly string[], text: string) =>
  queryOptions({
    queryKey: conversationKeys.search(agentIds, text),
    queryFn: async ({ signal }) => {
      const settledSearches = await Promise.allSettled(agentIds.map((id) => searchConversationsOfAgent(id, text, signal)))
      return settledSearches.flatMap((settled) => (settled.status === 'fulfilled' ? settled.value : []))
    },
    meta: { showsOwnError: true },
  })

/**
 * Searches conversations of these agents by text, including archived ones. Returns loaded matches at once and the server's results later.
 * An empty text returns the newest conversations of the first agent. Filters the results again, because some servers ignore `search`.
 */
export function useConversationSearch(agentIds: readonly string[], text: string) {
  const client = useQueryClient()
  const debouncedText = useDebouncedValue(text.trim())
  const { data: searchResults = [], isFetching } = useQuery({
    ...conversationSearchQuery(agentIds, debouncedText),
    enabled: debouncedText.length >= SEARCH_MIN_CHARS,
    placeholderData: keepPreviousData,
  })
  const [firstAgentId = ''] = agentIds
  const list = client.getQueryData<ConversationListData>(conversationKeys.list(firstAgentId))
  const loaded = list ? collectConversations(list) : []
  if (text.trim() === '')
    return { conversations: sortConversations(loaded).slice(0, MAX_RECENT_CONVERSATIONS), isSearching: false }

  const matchesById = new Map<string, Conversation>()
  for (const conversation of [...loaded, ...searchResults]) {
    if (matchesNameOrPhone(conversation, text))
      matchesById.set(conversation._id, pickNewerConversation(matchesById.get(conversation._id), conversation))
  }
  return {
    conversations: sortConversations([...matchesById.values()]).slice(0, MAX_SEARCH_RESULTS),
    isSearching: text.trim().length >= SEARCH_MIN_CHARS && (text.trim() !== debouncedText || isFetching),
  }
}
