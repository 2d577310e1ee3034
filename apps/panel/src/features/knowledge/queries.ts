import { getSource, listPassages, listQuestions, listSources } from '@prosa/contract/calls/agents/knowledge'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../shared/api/api-client.ts'

/**
 * Interval in milliseconds for refetching knowledge sources while the server reads one. Needed because a page that was disconnected may
 * miss the event that ends the reading.
 */
const READING_POLL_MS = 3_000

const pagedQueryOptions = {
  networkMode: 'always',
  meta: { showsOwnError: true },
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor ?? undefined,
} as const

const toCursorQuery = (cursor: string) => (cursor ? { cursor } : {})

export const knowledgeKeys = {
  all: ['knowledge'] as const,
  sources: ['knowledge', 'sources'] as const,
  source: (id: string) => ['knowledge', 'source', id] as const,
  passages: (id: string) => ['knowledge', 'passages', id] as const,
  questions: ['knowledge', 'questions'] as const,
}

export const knowledgeQueries = {
  /** Knowledge sources of an agent, newest first. */
  sources: (agentId: string) =>
    infiniteQueryOptions({
      ...pagedQueryOptions,
      queryKey: [...knowledgeKeys.sources, agentId],
      queryFn: async ({ signal, pageParam }) =>
        (await call(listSources, { query: { agent_id: agentId, ...toCursorQuery(pageParam) }, signal })).data,
      refetchInterval: ({ state }) =>
        state.data?.pages.some(({ sources }) => sources.some((source) => source.state === 'reading')) ? READING_POLL_MS : false,
    }),

  /** Knowledge source with its text. It is fetched again each time the dialog opens. */
  source: (id: string) =>
    queryOptions({
      networkMode: 'always',
      meta: { showsOwnError: true },
      queryKey: knowledgeKeys.source(id),
      queryFn: async ({ signal }) => (await call(getSource, { params: { id }, signal })).data,
      gcTime: 0,
      // Not refetched while the dialog is open, because the text must not change while the user is editing it.
      staleTime: Number.POSITIVE_INFINITY,
    }),

  /** Passages of a knowledge source, in the order of its text. */
  passages: (id: string) =>
    infiniteQueryOptions({
      ...pagedQueryOptions,
      queryKey: knowledgeKeys.passages(id),
      queryFn: async ({ signal, pageParam }) =>
        (await call(listPassages, { params: { id }, query: toCursorQuery(pageParam), signal })).data,
    }),

  /** Leads' questions without an answer, most recent first. */
  questions: () =>
    infiniteQueryOptions({
      ...pagedQueryOptions,
      queryKey: knowledgeKeys.questions,
      queryFn: async ({ signal, pageParam }) =>
        (await call(listQuestions, { query: { state: 'waiting', ...toCursorQuery(pageParam) }, signal })).data,
    }),
}
