import type { Agent } from '@prosa/contract/entities/agents/agent'
import type { KnowledgeSource, SourceKind } from '@prosa/contract/entities/agents/knowledge'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useOnline } from '../../../shared/api/use-online.ts'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { EmptyState } from '../../../shared/ui/feedback/empty-state.tsx'
import { LoadError } from '../../../shared/ui/feedback/load-error.tsx'
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx'
import { useFocusFallback } from '../../../shared/ui/focus/use-focus-fallback.ts'
import { useSourceAction } from '../mutations.ts'
import { knowledgeQueries } from '../queries.ts'
import { SourceDialog, type SourceDialogContent } from '../source-form/source-dialog.tsx'
import { AddSourceMenu } from './add-source-menu.tsx'
import { DeleteSourceDialog } from './delete-source-dialog.tsx'
import { PassagesDialog } from './passages-dialog.tsx'
import { type SourceDialogKind, SourceRow } from './source-row.tsx'

const CARD_CLASS = 'overflow-hidden rounded-card border border-line bg-surface'

function Loading() {
  return (
    <div role="status" aria-label="Carregando fontes" className={CARD_CLASS}>
      {['first', 'second', 'third'].map((row) => (
        <div key={row} className="border-line border-t px-edge py-4 first:border-t-0">
          <Skeleton className="h-4 w-48 max-w-full" />
          <Skeleton className="mt-2 h-3 w-72 max-w-full" />
        </div>
      ))}
    </div>
  )
}

interface KnowledgeSourcesProps {
  agent: Agent
  agents: readonly Agent[]
  canWrite: boolean
}

function SourceList({ agent, agents, canWrite, onAdd }: KnowledgeSourcesProps & { onAdd: (kind: SourceKind) => void }) {
  const list = useInfiniteQuery(knowledgeQueries.sources(agent._id))
  const listRef = useRef<HTMLUListElement>(null)
  const [openDialog, setOpenDialog] = useState<{ kind: SourceDialogKind; source: KnowledgeSource } | null>(null)
  const refresh = useSourceAction('refresh')
  const close = () => setOpenDialog(null)
  const sources = list.data?.pages.flatMap((page) => page.sources)
  if (!sources && list.error) return <LoadError query={list} message="Não foi possível carregar as fontes." />
  if (!sources) return <Loading />
  if (sources.length === 0) {
    return (
      <EmptyState
        flush
        title={
          canWrite ? 'Ainda não há conhecimento. Cole as perguntas que os clientes mais fazem.' : 'Ainda não há conhecimento.'
        }
        action={canWrite && <Button onClick={() => onAdd('faq')}>Colar perguntas e respostas</Button>}
      />
    )
  }
  const shownSource = openDialog && (sources.find(({ _id }) => _id === openDialog.source._id) ?? openDialog.source)
  return (
    <>
      <ul ref={listRef} aria-label="Fontes" tabIndex={-1} className={CARD_CLASS}>
        {sources.map((source) => (
          <SourceRow
            key={source._id}
            source={source}
            agents={agents}
            canWrite={canWrite}
            onOpen={(kind, opened) => setOpenDialog({ kind, source: opened })}
            onRefresh={(opened) => refresh.mutate(opened)}
          />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button className="mt-3" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Mostrar mais
        </Button>
      )}
      {shownSource && openDialog?.kind === 'passages' && (
        <PassagesDialog source={shownSource} canWrite={canWrite} onClose={close} />
      )}
      {shownSource && openDialog?.kind === 'edit' && (
        <SourceDialog content={{ kind: shownSource.kind, source: openDialog.source }} agents={agents} onClose={close} />
      )}
      {shownSource && openDialog?.kind === 'delete' && (
        <DeleteSourceDialog source={shownSource} onClose={close} finalFocus={listRef} />
      )}
    </>
  )
}

/** List of an agent's knowledge sources. */
export function KnowledgeSources(props: KnowledgeSourcesProps) {
  const isOnline = useOnline()
  const [dialogContent, setDialogContent] = useState<SourceDialogContent | null>(null)
  const { containerProps, headingProps } = useFocusFallback()
  const canWrite = props.canWrite && isOnline
  const add = (kind: SourceKind) => setDialogContent({ kind, source: null })
  return (
    <section aria-labelledby="knowledge-sources" {...containerProps}>
      <div className="mb-3 flex min-h-(--control-height) flex-wrap items-center justify-between gap-3">
        <h2 {...headingProps} id="knowledge-sources" className="font-semibold text-message">
          Fontes
        </h2>
        {props.canWrite && <AddSourceMenu disabled={!isOnline} onAdd={add} />}
      </div>
      {props.canWrite && !isOnline && (
        <p role="status" className="mb-3 text-ink-3 text-ui">
          Sem internet: dá para ler, mas não para mudar.
        </p>
      )}
      <SourceList {...props} canWrite={canWrite} onAdd={add} />
      {dialogContent && <SourceDialog content={dialogContent} agents={props.agents} onClose={() => setDialogContent(null)} />}
    </section>
  )
}
