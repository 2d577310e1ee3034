import { type AuditFilter, listAudit, verifyAudit } from '@prosa/contract/calls/audit'
import { listPeople } from '@prosa/contract/calls/people'
import { LIST_REFRESH_MS } from '@prosa/contract/constants'
import type { Person } from '@prosa/contract/entities/person'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../shared/api/client.ts'

/** Which acts are shown: of how many days until now (null: all), by whom, of which area, and about whom. */
export interface AuditFilters {
  days: number | null
  actor: string
  area: string
  search: string
}

const PAGE = 100
/** People asked for at once, and so many at most: beyond, somebody is found by the search. */
const PEOPLE = 100
const PEOPLE_AT_MOST = 1_000
const DAY_MS = 86_400_000
/** The whole chain is followed for this: not with every look at the page. */
const VERDICT_FRESH_MS = 5 * 60_000

/** Midnight, so that the day the period begins with is whole. */
function beginningOf(days: number): string {
  const date = new Date(Date.now() - (days - 1) * DAY_MS)
  date.setHours(0, 0, 0, 0)
  return date.toISOString()
}

async function everybody(signal: AbortSignal): Promise<Person[]> {
  const people: Person[] = []
  let cursor: string | null | undefined
  do {
    const { data } = await call(listPeople, { query: { limit: PEOPLE, ...(cursor ? { cursor } : {}) }, signal })
    people.push(...data.people)
    cursor = data.nextCursor
  } while (cursor && people.length < PEOPLE_AT_MOST)
  return people
}

/** The filters as a call takes them. */
export const askedBy = ({ days, actor, area, search }: AuditFilters): AuditFilter => ({
  ...(days === null ? {} : { from: beginningOf(days) }),
  ...(actor ? { actor } : {}),
  ...(area ? { action: area } : {}),
  ...(search ? { search } : {}),
})

export const auditQueries = {
  list: (filters: AuditFilters) =>
    infiniteQueryOptions({
      networkMode: 'always',
      meta: { showsOwnError: true },
      queryKey: ['audit', 'list', filters],
      queryFn: async ({ signal, pageParam }) => {
        const query = {
          limit: PAGE,
          ...askedBy(filters),
          ...(pageParam ? { cursor: pageParam } : {}),
        }
        return (await call(listAudit, { query, signal })).data
      },
      initialPageParam: '',
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      placeholderData: keepPreviousData,
      // What others do is told by no event here.
      refetchInterval: LIST_REFRESH_MS,
    }),

  verdict: () =>
    queryOptions({
      meta: { showsOwnError: true },
      queryKey: ['audit', 'verdict'],
      queryFn: async ({ signal }) => (await call(verifyAudit, { signal })).data,
      staleTime: VERDICT_FRESH_MS,
    }),

  people: () =>
    queryOptions({
      meta: { showsOwnError: true },
      queryKey: ['audit', 'people'],
      queryFn: ({ signal }) => everybody(signal),
      staleTime: VERDICT_FRESH_MS,
    }),
}
