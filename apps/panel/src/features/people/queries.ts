import { listPeople } from '@prosa/contract/calls/organisation/people'
import { LIST_REFRESH_MS } from '@prosa/contract/constants'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { call } from '../../shared/api/api-client.ts'

/** Filters of the list of users. */
export interface PeopleFilters {
  active: boolean
  search: string
}

const PAGE_SIZE = 100
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
          limit: PAGE_SIZE,
          ...(search ? { search } : {}),
          ...(pageParam ? { cursor: pageParam } : {}),
        }
        return (await call(listPeople, { query, signal })).data
      },
      initialPageParam: '',
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      placeholderData: keepPreviousData,
      // Structural sharing is off, because comparing thousands of rows with their previous version would block scrolling.
      structuralSharing: false,
      // Refetched periodically, because no event reports changes. A long list is not refetched, because all its loaded pages would be
      // fetched again.
      refetchInterval: ({ state }) => (state.data && state.data.pages.length <= REFRESHED_PAGES ? LIST_REFRESH_MS : false),
    }),
}
