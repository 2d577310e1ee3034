import { ROLE_OPTIONS } from '../../../shared/identity/roles.ts'
import { SearchField, SortSelect } from '../../../shared/lists/list-filters.tsx'
import { SegmentedControl } from '../../../shared/ui/inputs/segmented-control.tsx'
import { Select } from '../../../shared/ui/inputs/select.tsx'
import { INVITATION_SORTS, type InvitationFilters } from './invitation-filters.ts'

const ROLES_OR_ALL = [{ value: 'all', label: 'Todos' }, ...ROLE_OPTIONS]

interface InvitationToolbarProps {
  filters: InvitationFilters
  summary: { total: number; pending: number; expired: number }
  onChange: (change: Partial<InvitationFilters>) => void
}

/** Search field and filters of the invitations. A click on a number of the summary filters by that state. */
export function InvitationToolbar({ filters, summary, onChange }: InvitationToolbarProps) {
  return (
    <div role="search" aria-label="Convites" className="flex flex-col gap-3">
      <SegmentedControl
        legend="Situação"
        value={filters.status}
        onChange={(status) => onChange({ status })}
        options={[
          { value: 'all', label: 'Todos', aside: summary.total },
          { value: 'pending', label: 'Pendentes', aside: summary.pending },
          { value: 'expired', label: 'Expirados', aside: summary.expired },
        ]}
      />
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)] [&>:first-child]:col-span-2 sm:[&>:first-child]:col-span-1">
        <SearchField placeholder="E-mail ou nome" value={filters.search} onChange={(search) => onChange({ search })} />
        <Select
          label="Papel"
          options={ROLES_OR_ALL}
          value={filters.role}
          onChange={(event) => onChange({ role: event.target.value })}
        />
        <SortSelect order={filters} options={INVITATION_SORTS} onChange={onChange} />
      </div>
    </div>
  )
}
