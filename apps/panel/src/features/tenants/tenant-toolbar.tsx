import { SearchField, SortSelect } from '../../shared/lists/list-filters.tsx'
import { Select } from '../../shared/ui/inputs/select.tsx'
import { TENANT_SORTS, type TenantFilters } from './tenant-filters.ts'

const STATES = [
  { value: 'all', label: 'Todas' },
  { value: 'active', label: 'Ligadas' },
  { value: 'inactive', label: 'Desligadas' },
] as const

interface TenantToolbarProps {
  filters: TenantFilters
  onChange: (change: Partial<TenantFilters>) => void
}

export function TenantToolbar({ filters, onChange }: TenantToolbarProps) {
  return (
    <div role="search" aria-label="Organizações" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <SearchField placeholder="Nome ou domínio" value={filters.search} onChange={(search) => onChange({ search })} />
      <SearchField
        label="Domínio contém"
        placeholder=".com.br"
        value={filters.domain}
        onChange={(domain) => onChange({ domain })}
      />
      <Select
        label="Situação"
        options={STATES}
        value={filters.active}
        onChange={(event) => onChange({ active: STATES.find(({ value }) => value === event.target.value)?.value ?? 'all' })}
      />
      <SortSelect order={filters} options={TENANT_SORTS} onChange={onChange} />
    </div>
  )
}
