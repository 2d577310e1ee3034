import type { AuditFilter } from '@prosa/contract/calls/organisation/audit'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { SearchField } from '../../shared/lists/list-filters.tsx'
import { Button } from '../../shared/ui/buttons/button.tsx'
import { EmptyState } from '../../shared/ui/feedback/empty-state.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { Select } from '../../shared/ui/inputs/select.tsx'
import { useDebouncedValue } from '../../shared/ui/search/use-debounced-value.ts'
import { AUDIT_AREAS } from './audit-areas.ts'
import { AuditRows } from './audit-rows.tsx'
import { type AuditFilters, auditQueries, toAuditFilter } from './queries.ts'

const PERIOD_OPTIONS = [
  { value: '7', label: '7 dias' },
  { value: '30', label: '30 dias' },
  { value: '90', label: '90 dias' },
  { value: '', label: 'Desde o início' },
] as const

const countFormat = new Intl.NumberFormat('pt-BR')

/** Result of the check whether entries of the audit log were changed or removed. */
function IntegrityCheck() {
  const { data } = useQuery(auditQueries.integrity())
  if (!data) return <p className="min-h-5" />
  if (!data.ok) {
    return (
      <p role="alert" className="text-roma text-ui">
        A cadeia foi rompida no registro nº {countFormat.format(data.broken_at ?? 0)}.
      </p>
    )
  }
  return (
    <p className="min-h-5 text-ink-3 text-meta tabular">
      Cadeia íntegra · {countFormat.format(data.checked)} {data.checked === 1 ? 'registro conferido' : 'registros conferidos'}
    </p>
  )
}

function Loading() {
  return (
    <div role="status" aria-label="Carregando registros">
      {['first', 'second', 'third'].map((row) => (
        <div key={row} className="flex items-center gap-3 border-line border-b px-4 py-3">
          <Skeleton className="h-4 w-10" />
          <Skeleton className="h-4 w-72 max-w-full" />
        </div>
      ))}
    </div>
  )
}

function AuditEntries({ filters }: { filters: AuditFilters }) {
  const list = useInfiniteQuery(auditQueries.list(filters))
  const entries = list.data?.pages.flatMap(({ rows }) => rows)
  if (!entries && list.error) {
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
  if (!entries) return <Loading />
  if (entries.length === 0) return <EmptyState flush title="Nenhum registro neste período." />
  return (
    <>
      <AuditRows
        entries={entries}
        hasMore={list.hasNextPage}
        onNearEnd={() => {
          if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage()
        }}
      />
      {list.isFetchNextPageError && (
        <Button className="mt-3" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Tentar novamente
        </Button>
      )}
    </>
  )
}

/** Audit log with filters. `renderExport`: renders the export button; its parameter is a function that returns the current filter. */
export function AuditLog({ renderExport }: { renderExport: (filter: () => AuditFilter) => ReactNode }) {
  const [filters, setFilters] = useState({ days: '30', actor: '', area: '' })
  const [search, setSearch] = useState('')
  const debouncedSearch = useDebouncedValue(search.trim())
  const { data: people = [] } = useQuery(auditQueries.people())
  const updateFilters = (choice: Partial<typeof filters>) => setFilters((current) => ({ ...current, ...choice }))
  const appliedFilters = {
    days: filters.days === '' ? null : Number(filters.days),
    actor: filters.actor,
    area: filters.area,
    search: debouncedSearch,
  }
  return (
    <div className="max-w-4xl">
      <title>Auditoria · Prosa</title>
      <div
        role="search"
        aria-label="Registros"
        className="mb-3 grid grid-cols-2 gap-3 lg:grid-cols-[minmax(0,2fr)_repeat(3,minmax(0,1fr))]"
      >
        <div className="col-span-2 lg:col-span-1">
          <SearchField placeholder="Pessoa, agente ou lead" value={search} onChange={setSearch} />
        </div>
        <Select
          label="Quem"
          options={[{ value: '', label: 'Todos' }, ...people.map(({ id, name }) => ({ value: id, label: name }))]}
          value={filters.actor}
          onChange={({ target }) => updateFilters({ actor: target.value })}
        />
        <Select
          label="O quê"
          options={AUDIT_AREAS}
          value={filters.area}
          onChange={({ target }) => updateFilters({ area: target.value })}
        />
        <Select
          label="Período"
          options={PERIOD_OPTIONS}
          value={filters.days}
          onChange={({ target }) => updateFilters({ days: target.value })}
        />
      </div>
      <div className="flex min-h-(--control-height) items-center justify-between gap-3">
        <IntegrityCheck />
        {renderExport(() => toAuditFilter(appliedFilters))}
      </div>
      <AuditEntries filters={appliedFilters} />
    </div>
  )
}
