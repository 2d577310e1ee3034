import ListFilter from 'lucide-react/icons/list-filter'
import { type Ref, Suspense } from 'react'
import type { ConversationFilter } from '../../../shared/preferences.ts'
import { controlClass } from '../../../shared/ui/control-class.ts'
import { EarlyField } from '../../../shared/ui/early-field.tsx'
import { IconButton } from '../../../shared/ui/icon-button.tsx'
import { latePart } from '../../../shared/ui/late-part.tsx'
import { Popover } from '../../../shared/ui/popover.tsx'
import { Skeleton } from '../../../shared/ui/skeleton.tsx'

const [FilterList, prepare] = latePart(() => import('./filter-list.tsx'))
const FIELD = 'Filtrar por...'

interface FilterPopoverProps {
  ref: Ref<HTMLButtonElement>
  filter: ConversationFilter | null
  onChoose: (filter: ConversationFilter) => void
}

export function FilterPopover({ ref, filter, onChoose }: FilterPopoverProps) {
  return (
    <Popover
      align="end"
      field={FIELD}
      className="w-64 !p-1"
      trigger={
        <IconButton
          ref={ref}
          label="Filtrar conversas"
          className={filter ? 'text-primary' : ''}
          onPointerEnter={prepare}
          onFocus={prepare}
        >
          <ListFilter aria-hidden="true" />
        </IconButton>
      }
    >
      {(close) => (
        <Suspense
          fallback={
            <>
              <EarlyField label={FIELD} className={controlClass(false)} onEscape={close} />
              <Skeleton className="mt-1 h-32" />
            </>
          }
        >
          <FilterList filter={filter} onClose={close} onChoose={onChoose} />
        </Suspense>
      )}
    </Popover>
  )
}
