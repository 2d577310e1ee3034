import type { Correction } from '@prosa/contract/entities/agents/correction'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useOnline } from '../../../shared/api/use-online.ts'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { AlertDialog } from '../../../shared/ui/dialogs/alert-dialog.tsx'
import { EmptyState } from '../../../shared/ui/feedback/empty-state.tsx'
import { LoadError } from '../../../shared/ui/feedback/load-error.tsx'
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx'
import { AgentLayout } from '../agent-layout.tsx'
import { agentQueries } from '../queries.ts'
import { versionQueries } from '../versions/queries.ts'
import { useVersionEvents } from '../versions/use-version-events.ts'
import { CorrectionCheckBar } from './correction-check-bar.tsx'
import { CorrectionRow } from './correction-row.tsx'
import { correctionListQuery, useCorrectionActions } from './queries.ts'
import { useCheckProgressEvents } from './use-check-progress-events.ts'

function CorrectionList({ agentId }: { agentId: string }) {
  const list = useInfiniteQuery(correctionListQuery(agentId))
  const draft = useQuery(versionQueries.draft(agentId))
  const isOnline = useOnline()
  const listRef = useRef<HTMLUListElement>(null)
  const [correctionToErase, setCorrectionToErase] = useState<Correction | null>(null)
  const { toggle, erase } = useCorrectionActions(agentId)
  const corrections = list.data?.pages.flatMap((page) => page.corrections)
  if (!corrections && list.error) return <LoadError query={list} message="Não foi possível carregar as correções." />
  if (!corrections) return <Skeleton shape="card" className="h-64" />
  if (corrections.length === 0) {
    return (
      <EmptyState flush title="Ainda não há correções.">
        Em uma conversa, na resposta errada do agente, escolha “Corrigir”. Ela é conferida antes de cada publicação.
      </EmptyState>
    )
  }
  return (
    <>
      {!isOnline && (
        <p role="status" className="mb-3 text-ink-3 text-ui">
          Sem internet: dá para ler, mas não para mudar.
        </p>
      )}
      {draft.data && (
        <CorrectionCheckBar
          agentId={agentId}
          draft={draft.data}
          run={list.data?.pages[0]?.run ?? null}
          caseMicroBrl={list.data?.pages[0]?.case_micro_brl}
          isOnline={isOnline}
        />
      )}
      <ul
        ref={listRef}
        aria-label="Correções"
        tabIndex={-1}
        className="overflow-hidden rounded-card border border-line bg-surface"
      >
        {corrections.map((correction) => (
          <CorrectionRow
            key={correction._id}
            correction={correction}
            isOnline={isOnline}
            onToggle={() => toggle.mutate({ _id: correction._id, state: correction.state === 'active' ? 'off' : 'active' })}
            onErase={() => setCorrectionToErase(correction)}
          />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button className="mt-3" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Mostrar mais
        </Button>
      )}
      {correctionToErase && (
        <AlertDialog
          open
          onOpenChange={(open) => !open && setCorrectionToErase(null)}
          title="Apagar esta correção?"
          description="O agente não é mais conferido por ela, e o erro pode voltar sem ninguém notar."
          confirmLabel="Apagar"
          busy={erase.isPending}
          finalFocus={listRef}
          onConfirm={() => erase.mutate(correctionToErase, { onSettled: () => setCorrectionToErase(null) })}
        />
      )}
    </>
  )
}

/**
 * Page of an agent's corrections: replies that a user marked as wrong, with the wanted behaviour. They are checked before a version of the
 * agent is published.
 */
export function AgentCorrections() {
  const { agentId = '' } = useParams({ strict: false })
  const { data: agents } = useQuery(agentQueries.list({ includeSummary: false }))
  const agent = agents?.find(({ _id }) => _id === agentId)
  useVersionEvents(agentId)
  useCheckProgressEvents(agentId)
  return (
    <AgentLayout title={agent ? `Testes de ${agent.name}` : 'Testes'} agentId={agentId}>
      <div className="max-w-3xl">
        <CorrectionList agentId={agentId} />
      </div>
    </AgentLayout>
  )
}
