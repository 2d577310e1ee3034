import type { Tenant } from '@prosa/contract/entities/tenant'
import { folded } from '../../shared/lib/folded.ts'

/** A tenant as a choice (section 3, tenant option). */
export interface TenantOption {
  value: string
  label: string
  domain: string
  active: boolean
}

export const optionOf = ({ id, name, domain, active }: Tenant): TenantOption => ({ value: id, label: name, domain, active })

/** What a choice reads; one that cannot be chosen says so. */
export const optionText = ({ label, active }: TenantOption): string => (active ? label : `${label} - Inativo`)

/** Found by its name or by its domain. */
export const matchesText = ({ name, domain }: { name: string; domain: string }, query: string): boolean =>
  folded(name).includes(folded(query)) || folded(domain).includes(folded(query))

/** The only one that can be chosen, when there is but one. */
export function onlyChoice(options: readonly TenantOption[] | undefined): TenantOption | null {
  const choices = options?.filter(({ active }) => active) ?? []
  return choices.length === 1 ? (choices[0] ?? null) : null
}
