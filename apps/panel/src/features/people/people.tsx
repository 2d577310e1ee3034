import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { SearchField } from '../../shared/lists/list-filters.tsx'
import { useSession } from '../../shared/session/session.ts'
import { Button } from '../../shared/ui/buttons/button.tsx'
import { EmptyState } from '../../shared/ui/feedback/empty-state.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { SegmentedControl } from '../../shared/ui/inputs/segmented-control.tsx'
import { useDebouncedValue } from '../../shared/ui/search/use-debounced-value.ts'
import { PeopleRows } from './people-rows.tsx'
import { type PeopleFilters, peopleQueries } from './queries.ts'

const STATE_OPTIONS = [
  { value: 'active', label: 'Ativas' },
  { value: 'inactive', label: 'Desativadas' },
] as const

const CARD_CLASS = 'rounded-card border border-line bg-surface'

function Loading() {
  return (
    <div role="status" aria-label="Carregando pessoas" className={CARD_CLASS}>
      {['first', 'second', 'third'].map((row) => (
        <div key={row} className="flex items-center gap-3 border-line border-t px-4 py-3.5 first:border-t-0">
          <Skeleton className="size-8" />
          <div className="min-w-0 flex-1">
            <Skeleton className="h-4 w-44 max-w-full" />
            <Skeleton className="mt-2 h-3 w-28" />
          </div>
        </div>
      ))}
    </div>
  )
}

function PeopleList({ filters, onClear }: { filters: PeopleFilters; onClear: () => void }) {
  const ownId = useSession((state) => state.user?.id)
  const list = useInfiniteQuery(peopleQueries.list(filters))
  const people = useMemo(() => list.data?.pages.flatMap((page) => page.people), [list.data])

  if (!people && list.error) {
    return (
      <EmptyState
        flush
        title="Não foi possível carregar."
        action={
          <Button busy={list.isFetching} onClick={() => void list.refetch()}>
            Tentar novamente
          </Button>
        }
      />
    )
  }
  if (!people) return <Loading />
  if (people.length === 0 && filters.search) {
    return <EmptyState flush title="Ninguém com esta busca." action={<Button onClick={onClear}>Limpar busca</Button>} />
  }
  if (people.length === 0) return <EmptyState flush title="Ninguém desativado." />
  const isOnlySelf = filters.active && !filters.search && people.length === 1 && people[0]?.id === ownId
  return (
    <>
      <PeopleRows
        people={people}
        hasMore={list.hasNextPage}
        onNearEnd={() => {
          if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage()
        }}
      />
      {isOnlySelf && <EmptyState flush className="mt-6" title="Só você por aqui. Convide a equipe." />}
      {list.isFetchNextPageError && (
        <Button className="mt-3" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Tentar novamente
        </Button>
      )}
    </>
  )
}

/** List of the organisation's users, with search and filters. `invite`: button that invites another user. */
export function People({ invite }: { invite: ReactNode }) {
  const [state, setState] = useState<(typeof STATE_OPTIONS)[number]['value']>('active')
  const [search, setSearch] = useState('')
  const debouncedSearch = useDebouncedValue(search.trim())
  return (
    <div className="max-w-4xl">
      <title>Pessoas · Prosa</title>
      <h2 className="sr-only">Pessoas</h2>
      <div role="search" aria-label="Pessoas" className="mb-4 flex flex-wrap items-end gap-3">
        <div className="min-w-56 flex-1">
          <SearchField placeholder="Nome, e-mail ou telefone" value={search} onChange={setSearch} />
        </div>
        <SegmentedControl legend="Quais pessoas" value={state} options={STATE_OPTIONS} onChange={setState} />
        {invite}
      </div>
      <PeopleList filters={{ active: state === 'active', search: debouncedSearch }} onClear={() => setSearch('')} />
    </div>
  )
}
