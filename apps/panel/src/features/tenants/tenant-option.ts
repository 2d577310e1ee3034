import type { Tenant } from '@prosa/contract/entities/organisation/tenant'
import { normalizeForSearch } from '../../shared/ui/search/normalize-for-search.ts'

/** Tenant (organisation) as an option of a selection (section 3, tenant option). */
export interface TenantOption {
  value: string
  label: string
  domain: string
  active: boolean
}

export const toTenantOption = ({ id, name, domain, active }: Tenant): TenantOption => ({ value: id, label: name, domain, active })

/** Returns the label of an option. An inactive tenant is marked; it cannot be selected. */
export const formatTenantOption = ({ label, active }: TenantOption): string => (active ? label : `${label} - Inativo`)

/** Whether the tenant's name or domain contains the search text. */
export const isTenantMatch = ({ name, domain }: { name: string; domain: string }, query: string): boolean =>
  normalizeForSearch(name).includes(normalizeForSearch(query)) || normalizeForSearch(domain).includes(normalizeForSearch(query))

/** Returns the only tenant that can be selected, or null if there are none or several. */
export function getOnlyActiveOption(options: readonly TenantOption[] | undefined): TenantOption | null {
  const choices = options?.filter(({ active }) => active) ?? []
  return choices.length === 1 ? (choices[0] ?? null) : null
}
