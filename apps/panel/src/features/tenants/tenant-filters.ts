import type { Tenant } from '@prosa/contract/entities/organisation/tenant'
import type { ListOrder } from '../../shared/lists/list-filters.tsx'
import { normalizeForSearch } from '../../shared/ui/search/normalize-for-search.ts'
import { isTenantMatch } from './tenant-option.ts'

export interface TenantFilters extends ListOrder {
  /** Part of a tenant's name or domain. */
  search: string
  /** Part of a tenant's domain. */
  domain: string
  active: 'all' | 'active' | 'inactive'
}

export const NO_TENANT_FILTERS: TenantFilters = { search: '', domain: '', active: 'all', sortBy: 'created_at', sortOrder: 'desc' }

export const hasTenantFilters = ({ search, domain, active }: TenantFilters): boolean =>
  Boolean(search || domain || active !== 'all')

/** Labels of the counts in a tenant's summary. A count without a label is shown by its own name. */
const COUNTER_LABELS: Readonly<Record<string, string>> = {
  users: 'Pessoas',
  agents: 'Agentes',
  leads: 'Leads',
  activeConversations: 'Conversas ativas',
}

export const getCounterLabel = (name: string): string => COUNTER_LABELS[name] ?? name

/** Sort orders of the list. Each value has the form `field:order`; the counts of the summary are fields too. */
export const TENANT_SORTS = [
  { value: 'created_at:desc', label: 'Mais recentes' },
  { value: 'created_at:asc', label: 'Mais antigas' },
  { value: 'name:asc', label: 'Nome, A a Z' },
  { value: 'summary.users:desc', label: 'Mais pessoas' },
  { value: 'summary.leads:desc', label: 'Mais leads' },
  { value: 'summary.activeConversations:desc', label: 'Mais conversas ativas' },
] as const

function getSortValue(tenant: Tenant, field: string): string | number {
  if (field.startsWith('summary.')) return tenant.summary?.[field.slice('summary.'.length)] ?? -1
  const value = tenant[field as keyof Tenant]
  return typeof value === 'boolean' ? Number(value) : typeof value === 'string' ? value : ''
}

const compareValues = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'pt-BR')

/** Filters and sorts a list of tenants, for a server that returns all tenants at once. */
export function filterTenants(tenants: readonly Tenant[], filters: TenantFilters): Tenant[] {
  const { search, domain, active, sortBy, sortOrder } = filters
  return tenants
    .filter(
      (tenant) =>
        (active === 'all' || tenant.active === (active === 'active')) &&
        normalizeForSearch(tenant.domain).includes(normalizeForSearch(domain)) &&
        isTenantMatch(tenant, search),
    )
    .sort((a, b) => compareValues(getSortValue(a, sortBy), getSortValue(b, sortBy)) * (sortOrder === 'asc' ? 1 : -1))
}
