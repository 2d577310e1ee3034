import { SEARCH_MIN_CHARS } from '@prosa/contract/constants'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Search from 'lucide-react/icons/search'
import { type ReactNode, type Ref, Suspense, useRef, useState } from 'react'
import { lazyComponent } from '../../../../shared/lazy-loading/lazy-component.tsx'
import { type ConversationFilter, setConversationFilter } from '../../../../shared/preferences/preferences.ts'
import { useSession } from '../../../../shared/session/session.ts'
import { Button } from '../../../../shared/ui/buttons/button.tsx'
import { IconButton } from '../../../../shared/ui/buttons/icon-button.tsx'
import { cx } from '../../../../shared/ui/cx.ts'
import { getControlClass } from '../../../../shared/ui/inputs/control-class.ts'
import { getFilterLabel } from '../../cache/list/sort-and-filter.ts'
import { FilterPopover } from './filter-popover.tsx'
import type { SyncStatusProps } from './sync-status.tsx'

const [SyncStatus] = lazyComponent<SyncStatusProps>(() => import('./sync-status.tsx'))

interface ListHeaderProps {
  agentId: string
  /** Content about the agent, beside the title. */
  banner: ReactNode
  filter: ConversationFilter | null
  search: string
  onSearch: (text: string) => void
  searchRef: Ref<HTMLInputElement>
  isRefreshing: boolean
  onRefresh: () => void
}

export function ListHeader({ agentId, banner, filter, search, onSearch, searchRef, isRefreshing, onRefresh }: ListHeaderProps) {
  const filterButton = useRef<HTMLButtonElement>(null)
  const hasReconciliation = useSession(({ user }) => user?.capabilities?.includes('evidence'))
  const [syncLabel, setSyncLabel] = useState('')
  return (
    <header className="border-line border-b">
      <div className={cx('relative flex min-h-12 flex-wrap items-center gap-1 pr-2 pl-3.5', hasReconciliation && 'lg:pb-4')}>
        <h1 className="mr-1.5 font-bold text-[1rem] leading-6">Conversas</h1>
        <div className="flex min-w-0 flex-1 basis-24 items-center">{banner}</div>
        <IconButton label={`Atualizar conversas${syncLabel}`} aria-busy={isRefreshing} onClick={onRefresh}>
          <RefreshCw aria-hidden="true" className={cx(isRefreshing && 'animate-spin')} />
        </IconButton>
        {hasReconciliation && (
          <Suspense>
            <SyncStatus agentId={agentId} onLabelChange={setSyncLabel} />
          </Suspense>
        )}
        <FilterPopover ref={filterButton} filter={filter} onChoose={setConversationFilter} />
      </div>
      {filter && (
        <div className="flex items-center gap-2 pr-3.5 pb-2 pl-1.5">
          <Button
            variant="ghost"
            className="!px-2"
            onClick={() => {
              onSearch('')
              setConversationFilter(null)
              // The button is removed together with the filter, so the focus moves to the filter menu.
              filterButton.current?.focus()
            }}
          >
            <ArrowLeft aria-hidden="true" className="size-4" />
            Voltar
          </Button>
          <span className="truncate font-semibold text-primary text-ui">{getFilterLabel(filter)}</span>
        </div>
      )}
      {filter === 'phone' && (
        <div className="relative px-3.5 pb-3">
          <Search
            aria-hidden="true"
            className="absolute top-[calc(var(--control-height)/2)] left-6 size-4 -translate-y-1/2 text-ink-3"
          />
          <input
            ref={searchRef}
            type="search"
            inputMode="tel"
            autoFocus
            placeholder="Pesquisar telefone"
            aria-label="Pesquisar telefone"
            aria-describedby="phone-search-reach"
            value={search}
            onChange={({ target }) => onSearch(target.value)}
            className={getControlClass(false, 'pl-8')}
          />
          <p id="phone-search-reach" className="pt-1 text-ink-3 text-meta">
            {`A partir de ${SEARCH_MIN_CHARS} números, procura em todas as conversas.`}
          </p>
        </div>
      )}
    </header>
  )
}
