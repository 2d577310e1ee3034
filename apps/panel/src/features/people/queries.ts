import { listPeople } from '@prosa/contract/calls/people'
import { LIST_REFRESH_MS } from '@prosa/contract/constants'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { call } from '../../shared/api/client.ts'

/** Which people are shown. */
export interface PeopleFilters {
  active: boolean
  search: string
}

const PAGE = 100
const REFRESHED_PAGES = 3

export const peopleQueries = {
  all: ['people'] as const,

  list: ({ active, search }: PeopleFilters) =>
    infiniteQueryOptions({
      networkMode: 'always',
      meta: { showsOwnError: true },
      queryKey: [...peopleQueries.all, 'list', { active, search }],
      queryFn: async ({ signal, pageParam }) => {
        const query = {
          active,
          limit: PAGE,
          ...(search ? { search } : {}),
          ...(pageParam ? { cursor: pageParam } : {}),
        }
        return (await call(listPeople, { query, signal })).data
      },
      initialPageParam: '',
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      placeholderData: keepPreviousData,
      // What is asked for is there once: to compare thousands with themselves would hold up a scroll.
      structuralSharing: false,
      // Who comes and goes is told by nobody. Far down a long list, all that lies above would be asked for each time.
      refetchInterval: ({ state }) => (state.data && state.data.pages.length <= REFRESHED_PAGES ? LIST_REFRESH_MS : false),
    }),
}
