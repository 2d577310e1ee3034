import { Select } from '../../shared/ui/select.tsx'
import { TextField } from '../../shared/ui/text-field.tsx'
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
  const changeSort = (value: string) => {
    const [sortBy, sortOrder] = value.split(':')
    if (sortBy) onChange({ sortBy, sortOrder: sortOrder === 'asc' ? 'asc' : 'desc' })
  }
  return (
    <div role="search" aria-label="Organizações" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <TextField
        label="Buscar"
        type="search"
        placeholder="Nome ou domínio"
        value={filters.search}
        onChange={(event) => onChange({ search: event.target.value })}
      />
      <TextField
        label="Domínio contém"
        type="search"
        placeholder=".com.br"
        value={filters.domain}
        onChange={(event) => onChange({ domain: event.target.value })}
      />
      <Select
        label="Situação"
        options={STATES}
        value={filters.active}
        onChange={(event) => onChange({ active: STATES.find(({ value }) => value === event.target.value)?.value ?? 'all' })}
      />
      <Select
        label="Ordenar por"
        options={TENANT_SORTS}
        value={`${filters.sortBy}:${filters.sortOrder}`}
        onChange={(event) => changeSort(event.target.value)}
      />
    </div>
  )
}
