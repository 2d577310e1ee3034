import { type AuditFilter, listAudit, verifyAudit } from '@prosa/contract/calls/organisation/audit'
import { listPeople } from '@prosa/contract/calls/organisation/people'
import { LIST_REFRESH_MS } from '@prosa/contract/constants'
import type { Person } from '@prosa/contract/entities/organisation/person'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../shared/api/api-client.ts'

/** Filters of the audit log. */
export interface AuditFilters {
  /** Length of the period in days, until today; null for all entries. */
  days: number | null
  /** Id of a user; '' for all users. */
  actor: string
  /** Area of actions; '' for all areas. */
  area: string
  /** Text to find in the target of an action. */
  search: string
}

const PAGE_SIZE = 100
/** Number of users per request. */
const PEOPLE_PAGE_SIZE = 100
/** Maximum number of users in the filter's list. Other users can be found by the search. */
const MAX_PEOPLE = 1_000
const DAY_MS = 86_400_000
/** Time in milliseconds for which the result of the integrity check, which reads the whole log, is cached. */
const INTEGRITY_CHECK_STALE_MS = 5 * 60_000

/**
 * Returns the beginning of a period of `days` days that includes today, as ISO text. It is a local midnight, so that the first day is
 * complete.
 */
function getPeriodStart(days: number): string {
  const date = new Date(Date.now() - (days - 1) * DAY_MS)
  date.setHours(0, 0, 0, 0)
  return date.toISOString()
}

async function fetchAllPeople(signal: AbortSignal): Promise<Person[]> {
  const people: Person[] = []
  let cursor: string | null | undefined
  do {
    const { data } = await call(listPeople, { query: { limit: PEOPLE_PAGE_SIZE, ...(cursor ? { cursor } : {}) }, signal })
    people.push(...data.people)
    cursor = data.nextCursor
  } while (cursor && people.length < MAX_PEOPLE)
  return people
}

/** Converts the filters of the page to query parameters of the request. */
export const toAuditFilter = ({ days, actor, area, search }: AuditFilters): AuditFilter => ({
  ...(days === null ? {} : { from: getPeriodStart(days) }),
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
          limit: PAGE_SIZE,
          ...toAuditFilter(filters),
          ...(pageParam ? { cursor: pageParam } : {}),
        }
        return (await call(listAudit, { query, signal })).data
      },
      initialPageParam: '',
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      placeholderData: keepPreviousData,
      // Refetched periodically, because no event reports new entries.
      refetchInterval: LIST_REFRESH_MS,
    }),

  integrity: () =>
    queryOptions({
      meta: { showsOwnError: true },
      queryKey: ['audit', 'verdict'],
      queryFn: async ({ signal }) => (await call(verifyAudit, { signal })).data,
      staleTime: INTEGRITY_CHECK_STALE_MS,
    }),

  people: () =>
    queryOptions({
      meta: { showsOwnError: true },
      queryKey: ['audit', 'people'],
      queryFn: ({ signal }) => fetchAllPeople(signal),
      staleTime: INTEGRITY_CHECK_STALE_MS,
    }),
}
