import { getTenant, getTenantByDomain, listTenants } from '@prosa/contract/calls/tenants'
import { DEFAULT_PAGE_SIZE } from '@prosa/contract/constants'
import type { AnswerOf } from '@prosa/contract/define-call'
import type { Tenant } from '@prosa/contract/entities/tenant'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../shared/api/client.ts'
import { filterTenants, type TenantFilters } from './tenant-filters.ts'
import { optionOf } from './tenant-option.ts'

type Listed = AnswerOf<typeof listTenants>['data']

/** Returns the tenants of a response, which is a plain list or has pages. */
const tenantsOf = (data: Listed): Tenant[] => (Array.isArray(data) ? data : data.tenants)
const paginationOf = (data: Listed) => (Array.isArray(data) ? undefined : data.pagination)

/** Returns one page. If the provider has no pages, filters and sorts the whole list here. */
const pageOf = (data: Listed, filters: TenantFilters) => {
  const pagination = paginationOf(data)
  const tenants = tenantsOf(data)
  return { tenants: pagination ? tenants : filterTenants(tenants, filters), pagination }
}

const wanted = ({ search, domain, active, sortBy, sortOrder }: TenantFilters) => ({
  ...(search ? { search } : {}),
  ...(domain ? { domain } : {}),
  ...(active === 'all' ? {} : { active: active === 'active' }),
  sortBy,
  sortOrder,
})

const OWN_ERROR = { networkMode: 'always', meta: { showsOwnError: true } } as const

export const tenantQueries = {
  all: ['tenants'] as const,

  /** Options of the tenant picker (gap G02). */
  options: () =>
    queryOptions({
      ...OWN_ERROR,
      queryKey: [...tenantQueries.all, 'options'],
      queryFn: async ({ signal }) => tenantsOf((await call(listTenants, { query: { active: true }, signal })).data).map(optionOf),
    }),

  list: (filters: TenantFilters) =>
    infiniteQueryOptions({
      ...OWN_ERROR,
      queryKey: [...tenantQueries.all, 'list', filters],
      queryFn: async ({ signal, pageParam }) => {
        const query = {
          ...wanted(filters),
          includeSummary: true,
          paginate: true,
          page: pageParam,
          limit: DEFAULT_PAGE_SIZE,
        }
        return pageOf((await call(listTenants, { query, signal })).data, filters)
      },
      initialPageParam: 1,
      getNextPageParam: ({ pagination }) =>
        pagination && pagination.page < pagination.totalPages ? pagination.page + 1 : undefined,
      placeholderData: keepPreviousData,
    }),

  /** Current version of a tenant, fetched before it is edited. */
  one: (id: string) =>
    queryOptions({
      ...OWN_ERROR,
      queryKey: [...tenantQueries.all, 'one', id],
      queryFn: async ({ signal }) => (await call(getTenant, { params: { id }, query: { includeSummary: false }, signal })).data,
      staleTime: 0,
      gcTime: 0,
    }),
}

/** Fetches a tenant with freshly counted figures. */
export const readTenantSummary = async (id: string): Promise<Tenant> => (await call(getTenant, { params: { id } })).data

/** Returns the name of the tenant with this domain, or null if it cannot be determined. */
export const ownerOfDomain = async (domain: string): Promise<string | null> =>
  call(getTenantByDomain, { params: { domain }, query: { includeSummary: false } }).then(
    ({ data }) => data.name,
    () => null,
  )
