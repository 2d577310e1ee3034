import { getSource, listPassages, listQuestions, listSources } from '@prosa/contract/calls/knowledge'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../shared/api/client.ts'

/** While something is read, the event that tells of its end may pass by a page that is just coming back. */
const READING_MS = 3_000

const pages = {
  networkMode: 'always',
  meta: { showsOwnError: true },
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor ?? undefined,
} as const

const at = (cursor: string) => (cursor ? { cursor } : {})

export const knowledgeKeys = {
  all: ['knowledge'] as const,
  sources: ['knowledge', 'sources'] as const,
  source: (id: string) => ['knowledge', 'source', id] as const,
  passages: (id: string) => ['knowledge', 'passages', id] as const,
  questions: ['knowledge', 'questions'] as const,
}

export const knowledgeQueries = {
  /** What one agent answers from, the newest first. */
  sources: (agentId: string) =>
    infiniteQueryOptions({
      ...pages,
      queryKey: [...knowledgeKeys.sources, agentId],
      queryFn: async ({ signal, pageParam }) =>
        (await call(listSources, { query: { agent_id: agentId, ...at(pageParam) }, signal })).data,
      refetchInterval: ({ state }) =>
        state.data?.pages.some(({ sources }) => sources.some((one) => one.state === 'reading')) ? READING_MS : false,
    }),

  /** A source with its text, as it is now and not as it was when it was last open. */
  source: (id: string) =>
    queryOptions({
      networkMode: 'always',
      meta: { showsOwnError: true },
      queryKey: knowledgeKeys.source(id),
      queryFn: async ({ signal }) => (await call(getSource, { params: { id }, signal })).data,
      gcTime: 0,
      // What is being written must not change under its writer.
      staleTime: Number.POSITIVE_INFINITY,
    }),

  /** In the order in which they stand. */
  passages: (id: string) =>
    infiniteQueryOptions({
      ...pages,
      queryKey: knowledgeKeys.passages(id),
      queryFn: async ({ signal, pageParam }) => (await call(listPassages, { params: { id }, query: at(pageParam), signal })).data,
    }),

  /** What leads asked and nobody could answer yet, the last asked first. */
  questions: () =>
    infiniteQueryOptions({
      ...pages,
      queryKey: knowledgeKeys.questions,
      queryFn: async ({ signal, pageParam }) =>
        (await call(listQuestions, { query: { state: 'waiting', ...at(pageParam) }, signal })).data,
    }),
}
