import ListFilter from 'lucide-react/icons/list-filter'
import { type Ref, Suspense } from 'react'
import { lazyComponent } from '../../../../shared/lazy-loading/lazy-component.tsx'
import type { ConversationFilter } from '../../../../shared/preferences/preferences.ts'
import { IconButton } from '../../../../shared/ui/buttons/icon-button.tsx'
import { Skeleton } from '../../../../shared/ui/feedback/skeleton.tsx'
import { getControlClass } from '../../../../shared/ui/inputs/control-class.ts'
import { Popover } from '../../../../shared/ui/layers/popover.tsx'
import { SearchFieldPlaceholder } from '../../../../shared/ui/search/search-field-placeholder.tsx'

const [FilterList, prefetchFilterList] = lazyComponent(() => import('./filter-list.tsx'))
const FIELD_LABEL = 'Filtrar por...'

interface FilterPopoverProps {
  ref: Ref<HTMLButtonElement>
  filter: ConversationFilter | null
  onChoose: (filter: ConversationFilter) => void
}

export function FilterPopover({ ref, filter, onChoose }: FilterPopoverProps) {
  return (
    <Popover
      align="end"
      fieldLabel={FIELD_LABEL}
      className="w-64 !p-1"
      trigger={
        <IconButton
          ref={ref}
          label="Filtrar conversas"
          className={filter ? 'text-primary' : ''}
          onPointerEnter={prefetchFilterList}
          onFocus={prefetchFilterList}
        >
          <ListFilter aria-hidden="true" />
        </IconButton>
      }
    >
      {(close) => (
        <Suspense
          fallback={
            <>
              <SearchFieldPlaceholder label={FIELD_LABEL} className={getControlClass(false)} onEscape={close} />
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
