import { ListFilter } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { ConversationFilter } from '../../../shared/preferences.ts'
import { IconButton } from '../../../shared/ui/icon-button.tsx'
import { Popover } from '../../../shared/ui/popover.tsx'
import { Skeleton } from '../../../shared/ui/skeleton.tsx'

const load = () => import('./filter-list.tsx')
const FilterList = lazy(load)
const prepare = () => void load().catch(() => undefined)

interface FilterPopoverProps {
  filter: ConversationFilter | null
  onChoose: (filter: ConversationFilter) => void
}

export function FilterPopover({ filter, onChoose }: FilterPopoverProps) {
  return (
    <Popover
      align="end"
      className="w-64 !p-1"
      trigger={
        <IconButton label="Filtrar conversas" className={filter ? 'text-primary' : ''} onPointerEnter={prepare} onFocus={prepare}>
          <ListFilter aria-hidden="true" />
        </IconButton>
      }
    >
      {(close) => (
        <Suspense fallback={<Skeleton className="h-40" />}>
          <FilterList
            filter={filter}
            onChoose={(chosen) => {
              onChoose(chosen)
              close()
            }}
          />
        </Suspense>
      )}
    </Popover>
  )
}
