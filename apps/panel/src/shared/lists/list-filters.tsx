import { Select } from '../ui/inputs/select.tsx'
import { TextField } from '../ui/inputs/text-field.tsx'

/** Sort order of a list. `sortBy`: name of a field of the response, possibly of a nested field. */
export interface ListOrder {
  sortBy: string
  sortOrder: 'asc' | 'desc'
}

interface SortSelectProps {
  order: ListOrder
  /** Options of the sort selection; each value has the form `field:order`. */
  options: readonly { value: string; label: string }[]
  onChange: (order: ListOrder) => void
}

export function SortSelect({ order, options, onChange }: SortSelectProps) {
  return (
    <Select
      label="Ordenar por"
      options={options}
      value={`${order.sortBy}:${order.sortOrder}`}
      onChange={(event) => {
        const [sortBy = '', sortOrder] = event.target.value.split(':')
        onChange({ sortBy, sortOrder: sortOrder === 'asc' ? 'asc' : 'desc' })
      }}
    />
  )
}

interface SearchFieldProps {
  label?: string
  placeholder: string
  value: string
  onChange: (text: string) => void
}

export function SearchField({ label = 'Buscar', placeholder, value, onChange }: SearchFieldProps) {
  return (
    <TextField
      label={label}
      type="search"
      placeholder={placeholder}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
