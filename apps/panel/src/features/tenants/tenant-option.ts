import type { Tenant } from '@prosa/contract/entities/organisation/tenant'
import { normalizeForSearch } from '../../shared/ui/search/normalize-for-search.ts'

/** Tenant as an option (section 3, tenant option). */
export interface TenantOption {
  value: string
  label: string
  domain: string
  active: boolean
}

export const toTenantOption = ({ id, name, domain, active }: Tenant): TenantOption => ({ value: id, label: name, domain, active })

/** Returns the label; an inactive tenant, which cannot be selected, is marked. */
export const formatTenantOption = ({ label, active }: TenantOption): string => (active ? label : `${label} - Inativo`)

/** Whether the name or domain contains the query. */
export const isTenantMatch = ({ name, domain }: { name: string; domain: string }, query: string): boolean =>
  normalizeForSearch(name).includes(normalizeForSearch(query)) || normalizeForSearch(domain).includes(normalizeForSearch(query))

/** Returns the only selectable tenant, or null if there are none or several. */
export function getOnlyActiveOption(options: readonly TenantOption[] | undefined): TenantOption | null {
  const choices = options?.filter(({ active }) => active) ?? []
  return choices.length === 1 ? (choices[0] ?? null) : null
}
