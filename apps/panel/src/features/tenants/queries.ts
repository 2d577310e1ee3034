import { getTenant, getTenantByDomain, listTenants } from '@prosa/contract/calls/organisation/tenants'
import { DEFAULT_PAGE_SIZE } from '@prosa/contract/constants'
import type { CallResponse } from '@prosa/contract/define-call'
import type { Tenant } from '@prosa/contract/entities/organisation/tenant'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../shared/api/api-client.ts'
import { filterTenants, type TenantFilters } from './tenant-filters.ts'
import { toTenantOption } from './tenant-option.ts'

type TenantListData = CallResponse<typeof listTenants>['data']

/** Returns the tenants (organisations) of a response, which is either a plain list or a page. */
const getTenants = (data: TenantListData): Tenant[] => (Array.isArray(data) ? data : data.tenants)
const getPagination = (data: TenantListData) => (Array.isArray(data) ? undefined : data.pagination)

/** Returns one page of tenants. If the server returns the whole list, it is filtered and sorted here. */
const getTenantPage = (data: TenantListData, filters: TenantFilters) => {
  const pagination = getPagination(data)
  const tenants = getTenants(data)
  return { tenants: pagination ? tenants : filterTenants(tenants, filters), pagination }
}

const toListQuery = ({ search, domain, active, sortBy, sortOrder }: TenantFilters) => ({
  ...(search ? { search } : {}),
  ...(domain ? { domain } : {}),
  ...(active === 'all' ? {} : { active: active === 'active' }),
  sortBy,
  sortOrder,
})

const OWN_ERROR_OPTIONS = { networkMode: 'always', meta: { showsOwnError: true } } as const

export const tenantQueries = {
  all: ['tenants'] as const,

  /** Tenants as options of the tenant picker (gap G02). */
  options: () =>
    queryOptions({
      ...OWN_ERROR_OPTIONS,
      queryKey: [...tenantQueries.all, 'options'],
      queryFn: async ({ signal }) =>
        getTenants((await call(listTenants, { query: { active: true }, signal })).data).map(toTenantOption),
    }),

  list: (filters: TenantFilters) =>
    infiniteQueryOptions({
      ...OWN_ERROR_OPTIONS,
      queryKey: [...tenantQueries.all, 'list', filters],
      queryFn: async ({ signal, pageParam }) => {
        const query = {
          ...toListQuery(filters),
          includeSummary: true,
          paginate: true,
          page: pageParam,
          limit: DEFAULT_PAGE_SIZE,
        }
        return getTenantPage((await call(listTenants, { query, signal })).data, filters)
      },
      initialPageParam: 1,
      getNextPageParam: ({ pagination }) =>
        pagination && pagination.page < pagination.totalPages ? pagination.page + 1 : undefined,
      placeholderData: keepPreviousData,
    }),

  /** Tenant in its current version, fetched before it is edited. */
  detail: (id: string) =>
    queryOptions({
      ...OWN_ERROR_OPTIONS,
      queryKey: [...tenantQueries.all, 'one', id],
      queryFn: async ({ signal }) => (await call(getTenant, { params: { id }, query: { includeSummary: false }, signal })).data,
      staleTime: 0,
      gcTime: 0,
    }),
}

/**
 * Fetches a tenant (organisation) with freshly counted figures.
 * @throws ApiError if the request fails
 */
export const fetchTenantWithSummary = async (id: string): Promise<Tenant> => (await call(getTenant, { params: { id } })).data

/** Returns the name of the tenant with this domain, or null if it cannot be fetched. */
export const findTenantNameByDomain = async (domain: string): Promise<string | null> =>
  call(getTenantByDomain, { params: { domain }, query: { includeSummary: false } }).then(
    ({ data }) => data.name,
    () => null,
  )
