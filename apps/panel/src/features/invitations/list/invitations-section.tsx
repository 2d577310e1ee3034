import type { Invitation } from '@prosa/contract/entities/organisation/invitation'
import { useQuery } from '@tanstack/react-query'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useState } from 'react'
import { getErrorReason } from '../../../shared/api/error-reason.ts'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { IconButton } from '../../../shared/ui/buttons/icon-button.tsx'
import { EmptyState } from '../../../shared/ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx'
import { useFocusFallback } from '../../../shared/ui/focus/use-focus-fallback.ts'
import { invitationQueries } from '../invitation-calls.ts'
import {
  countInvitations,
  filterInvitations,
  getNextExpiry,
  hasInvitationFilters,
  NO_INVITATION_FILTERS,
} from './invitation-filters.ts'
import { InvitationTable } from './invitation-table.tsx'
import { InvitationToolbar } from './invitation-toolbar.tsx'
import { useCurrentTime } from './use-current-time.ts'

function LoadedInvitations({ invitations }: { invitations: readonly Invitation[] }) {
  const [filters, setFilters] = useState(NO_INVITATION_FILTERS)
  const now = useCurrentTime((from) => getNextExpiry(invitations, from))
  if (invitations.length === 0) {
    return (
      <EmptyState flush title="Nenhum convite em aberto">
        Quem você convidar aparece aqui até concluir o cadastro.
      </EmptyState>
    )
  }
  const matches = filterInvitations(invitations, filters, now)
  return (
    <div className="flex flex-col gap-4">
      <InvitationToolbar
        filters={filters}
        summary={countInvitations(invitations, now)}
        onChange={(change) => setFilters((previous) => ({ ...previous, ...change }))}
      />
      {matches.length > 0 ? (
        <InvitationTable invitations={matches} now={now} />
      ) : (
        <EmptyState
          flush
          title="Nenhum convite com estes filtros"
          action={
            hasInvitationFilters(filters) && (
              <Button onClick={() => setFilters(({ sortBy, sortOrder }) => ({ ...NO_INVITATION_FILTERS, sortBy, sortOrder }))}>
                Limpar filtros
              </Button>
            )
          }
        />
      )}
    </div>
  )
}

function ListSkeleton() {
  return (
    <div role="status" aria-label="Carregando convites" className="rounded-card border border-line bg-surface">
      {['first', 'second', 'third'].map((row) => (
        <div key={row} className="flex items-center justify-between gap-4 border-line border-t px-4 py-4 first:border-t-0">
          <Skeleton className="h-4 w-56 max-w-full" />
          <Skeleton className="h-4 w-24" />
        </div>
      ))}
    </div>
  )
}

/** Section with the list of invitations that were not accepted yet. */
export function InvitationsSection() {
  const { data, error, isFetching, isRefetching, refetch } = useQuery(invitationQueries.list())
  const { containerProps, headingProps } = useFocusFallback()
  const failure = error && !isFetching ? getErrorReason(error, 'Failed to load invitations') : null
  return (
    <section {...containerProps} aria-labelledby="convites">
      <div className="mb-4 flex items-center justify-between gap-3">
        <h2 {...headingProps} id="convites" className="font-bold text-title">
          Convites
        </h2>
        <IconButton label="Atualizar convites" disabled={isFetching} onClick={() => void refetch()}>
          <RefreshCw aria-hidden="true" className={isRefetching ? 'animate-spin' : undefined} />
        </IconButton>
      </div>
      {failure && data && (
        <p role="alert" className="mb-3 rounded-control bg-roma-ground px-3 py-2 text-roma text-ui">
          {failure}
        </p>
      )}
      {data && <LoadedInvitations invitations={data} />}
      {!data && failure && (
        <EmptyState flush title={failure} action={<Button onClick={() => void refetch()}>Tentar novamente</Button>} />
      )}
      {!data && !failure && <ListSkeleton />}
    </section>
  )
}
