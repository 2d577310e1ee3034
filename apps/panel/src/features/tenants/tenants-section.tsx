import { useInfiniteQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useState } from 'react'
import { getErrorReason } from '../../shared/api/error-reason.ts'
import { useSession } from '../../shared/session/session.ts'
import { Button } from '../../shared/ui/buttons/button.tsx'
import { IconButton } from '../../shared/ui/buttons/icon-button.tsx'
import { EmptyState } from '../../shared/ui/feedback/empty-state.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { useDebouncedValue } from '../../shared/ui/search/use-debounced-value.ts'
import { tenantQueries } from './queries.ts'
import { CreateTenantDialog } from './tenant-dialogs.tsx'
import { hasTenantFilters, NO_TENANT_FILTERS, type TenantFilters } from './tenant-filters.ts'
import { TenantRow } from './tenant-row.tsx'
import { TenantToolbar } from './tenant-toolbar.tsx'

const CARD_CLASS = 'rounded-card border border-line bg-surface'

function TenantList({ filters, onClear }: { filters: TenantFilters; onClear: () => void }) {
  const ownId = useSession((state) => state.user?.tenant.id)
  const list = useInfiniteQuery(tenantQueries.list(filters))
  const tenants = list.data?.pages.flatMap((page) => page.tenants)
  const total = list.data?.pages[0]?.pagination?.total ?? tenants?.length ?? 0

  if (!tenants && list.error) {
    return (
      <EmptyState
        flush
        title={getErrorReason(list.error, 'Failed to load tenants')}
        action={
          <Button busy={list.isFetching} onClick={() => void list.refetch()}>
            Tentar novamente
          </Button>
        }
      />
    )
  }
  if (!tenants) {
    return (
      <div role="status" aria-label="Carregando organizações" className={CARD_CLASS}>
        {['first', 'second', 'third'].map((row) => (
          <div key={row} className="border-line border-t px-4 py-4 first:border-t-0">
            <Skeleton className="h-4 w-48 max-w-full" />
            <Skeleton className="mt-2 h-3 w-32" />
          </div>
        ))}
      </div>
    )
  }
  if (tenants.length === 0) {
    return hasTenantFilters(filters) ? (
      <EmptyState
        flush
        title="Nenhuma organização com estes filtros"
        action={<Button onClick={onClear}>Limpar filtros</Button>}
      />
    ) : (
      <EmptyState flush title="Nenhuma organização ainda">
        Crie a primeira para convidar pessoas.
      </EmptyState>
    )
  }
  return (
    <>
      <div className="mb-2 flex min-h-8 flex-wrap items-center justify-between gap-2">
        <p role="status" className="text-ink-3 text-meta tabular">
          {total === 1 ? '1 organização' : `${total.toLocaleString('pt-BR')} organizações`}
        </p>
        <IconButton label="Atualizar organizações" disabled={list.isFetching} onClick={() => void list.refetch()}>
          <RefreshCw aria-hidden="true" className={list.isRefetching ? 'animate-spin' : undefined} />
        </IconButton>
      </div>
      {list.error && !list.isFetching && (
        <p role="alert" className="mb-2 rounded-control bg-roma-ground px-3 py-2 text-roma text-ui">
          {getErrorReason(list.error, 'Failed to refresh summaries')}
        </p>
      )}
      <ul aria-label="Organizações" className={CARD_CLASS}>
        {tenants.map((tenant) => (
          <TenantRow key={tenant.id} tenant={tenant} isOwn={tenant.id === ownId || tenant.platform === true} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button className="mt-3" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Mostrar mais
        </Button>
      )}
    </>
  )
}

/**
 * List of all tenants (organisations) for platform staff, who can create, rename, activate and deactivate tenants and set storage quotas.
 */
export function TenantsSection() {
  const [filters, setFilters] = useState(NO_TENANT_FILTERS)
  const [isCreating, setIsCreating] = useState(false)
  const debouncedFilters = useDebouncedValue(filters)
  return (
    <section aria-labelledby="organizacoes">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="organizacoes" className="font-bold text-title">
          Organizações
        </h2>
        <Button onClick={() => setIsCreating(true)}>
          <Plus aria-hidden="true" className="size-4" />
          Nova organização
        </Button>
      </div>
      <TenantToolbar filters={filters} onChange={(change) => setFilters((previous) => ({ ...previous, ...change }))} />
      <div className="mt-4">
        <TenantList filters={debouncedFilters} onClear={() => setFilters(NO_TENANT_FILTERS)} />
      </div>
      <CreateTenantDialog open={isCreating} onOpenChange={setIsCreating} />
    </section>
  )
}
