import { listConversations } from '@prosa/contract/calls/conversations'
import { SEARCH_MIN_CHARS } from '@prosa/contract/constants'
import type { Conversation } from '@prosa/contract/entities/conversation'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../shared/api/client.ts'
import { useDebounced } from '../../../shared/lib/use-debounced.ts'
import { newerOf } from './apply-event.ts'
import { conversationKeys } from './keys.ts'
import { conversationsOf, type ListData } from './list-cache.ts'
import { isAbout, sortConversations } from './sort-and-filter.ts'

const FOUND_MAX = 8
const RECENT_MAX = 5

const searchOne = async (agentId: string, text: string, signal: AbortSignal) =>
  (await call(listConversations, { params: { agentId }, query: { search: text, limit: FOUND_MAX }, signal })).data.conversations

/** If the search fails for one agent, the results of the others are still shown. */
const search = (agentIds: readonly string[], text: string) =>
  queryOptions({
    queryKey: conversationKeys.found(agentIds, text),
    queryFn: async ({ signal }) => {
      const answers = await Promise.allSettled(agentIds.map((id) => searchOne(id, text, signal)))
      return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    },
    meta: { showsOwnError: true },
  })

/**
 * Finds conversations of these agents that match a text, archived or not: loaded ones at once, the server's results soon after. Without a
 * text, returns the newest of the first agent. Filters the results, because a provider that ignores `search` returns others too.
 */
export function useFoundConversations(agentIds: readonly string[], text: string) {
  const client = useQueryClient()
  const asked = useDebounced(text.trim())
  const { data: answered = [], isFetching } = useQuery({
    ...search(agentIds, asked),
    enabled: asked.length >= SEARCH_MIN_CHARS,
    placeholderData: keepPreviousData,
  })
  const [first = ''] = agentIds
  const list = client.getQueryData<ListData>(conversationKeys.list(first))
  const loaded = list ? conversationsOf(list) : []
  if (text.trim() === '') return { conversations: sortConversations(loaded).slice(0, RECENT_MAX), isSearching: false }

  const found = new Map<string, Conversation>()
  for (const conversation of [...loaded, ...answered]) {
    if (isAbout(conversation, text)) found.set(conversation._id, newerOf(found.get(conversation._id), conversation))
  }
  return {
    conversations: sortConversations([...found.values()]).slice(0, FOUND_MAX),
    isSearching: text.trim().length >= SEARCH_MIN_CHARS && (text.trim() !== asked || isFetching),
  }
}
