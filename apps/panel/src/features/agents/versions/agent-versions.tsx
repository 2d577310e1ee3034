import type { AgentVersion } from '@prosa/contract/entities/agents/agent-version'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useOnline } from '../../../shared/api/use-online.ts'
import { useSession } from '../../../shared/session/session.ts'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { AlertDialog } from '../../../shared/ui/dialogs/alert-dialog.tsx'
import { LoadError } from '../../../shared/ui/feedback/load-error.tsx'
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx'
import { useFocusFallback } from '../../../shared/ui/focus/use-focus-fallback.ts'
import { AgentLayout } from '../agent-layout.tsx'
import { agentQueries } from '../queries.ts'
import { DraftCard } from './draft-card.tsx'
import { useVersionActions, versionQueries } from './queries.ts'
import { useVersionEvents } from './use-version-events.ts'
import { VersionDialog } from './version-dialog.tsx'
import { VersionRow } from './version-row.tsx'

interface OpenVersionDialog {
  kind: 'settings' | 'restore'
  version: AgentVersion
}

function PublishedVersions({ agentId, isOnline }: { agentId: string; isOnline: boolean }) {
  const list = useInfiniteQuery(versionQueries.list(agentId))
  const listRef = useRef<HTMLUListElement>(null)
  const [openDialog, setOpenDialog] = useState<OpenVersionDialog | null>(null)
  const { restore } = useVersionActions(agentId)
  const hasCosts = useSession(({ user }) => user?.capabilities?.includes('costs') === true)
  const { data: costs } = useQuery({ ...versionQueries.costs(agentId), enabled: hasCosts })
  const close = () => setOpenDialog(null)
  const versions = list.data?.pages.flatMap((page) => page.versions)
  if (!versions && list.error) return <LoadError query={list} message="Não foi possível carregar as versões." />
  if (!versions) return <Skeleton shape="card" className="h-64" />
  const publishedNumber = versions[0]?.number
  return (
    <>
      <ul ref={listRef} aria-label="Versões" tabIndex={-1} className="overflow-hidden rounded-card border border-line bg-surface">
        {versions.map((version) => (
          <VersionRow
            key={version.number}
            version={version}
            cost={costs?.find(({ number }) => number === version.number)}
            isPublished={version.number === publishedNumber}
            isOnline={isOnline}
            onOpen={() => setOpenDialog({ kind: 'settings', version })}
            onRestore={() => setOpenDialog({ kind: 'restore', version })}
          />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button className="mt-3" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Mostrar mais
        </Button>
      )}
      {openDialog?.kind === 'settings' && <VersionDialog version={openDialog.version} onClose={close} />}
      {openDialog?.kind === 'restore' && (
        <AlertDialog
          open
          onOpenChange={(open) => !open && close()}
          title={`Voltar à versão ${openDialog.version.number}?`}
          description="As configurações dela são publicadas de novo, com um número novo, e valem já na próxima resposta. Nenhuma versão se perde."
          confirmLabel="Voltar a esta versão"
          busy={restore.isPending}
          finalFocus={listRef}
          onConfirm={() => restore.mutate(openDialog.version.number, { onSettled: close })}
        />
      )}
    </>
  )
}

function DraftSection({ agentId, isOnline }: { agentId: string; isOnline: boolean }) {
  const draft = useQuery(versionQueries.draft(agentId))
  if (!draft.data && draft.error) return <LoadError query={draft} message="Não foi possível carregar o rascunho." />
  if (!draft.data) return <Skeleton shape="card" className="h-40" />
  return <DraftCard agentId={agentId} draft={draft.data} isOnline={isOnline} />
}

/** Page of an agent's draft and published versions. */
export function AgentVersions() {
  const { agentId = '' } = useParams({ strict: false })
  const { data: agents } = useQuery(agentQueries.list({ includeSummary: false }))
  const agent = agents?.find(({ _id }) => _id === agentId)
  const isOnline = useOnline()
  const { containerProps, headingProps } = useFocusFallback()
  useVersionEvents(agentId)
  return (
    <AgentLayout agentId={agentId} title={agent ? `Versões de ${agent.name}` : 'Versões'}>
      {!isOnline && (
        <p role="status" className="mb-3 text-ink-3 text-ui">
          Sem internet: dá para ler, mas não para mudar.
        </p>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <section aria-labelledby="published-versions" {...containerProps} className="max-lg:order-1">
          <h2 {...headingProps} id="published-versions" className="mb-3 font-semibold text-message">
            Publicadas
          </h2>
          <PublishedVersions agentId={agentId} isOnline={isOnline} />
        </section>
        <DraftSection agentId={agentId} isOnline={isOnline} />
      </div>
    </AgentLayout>
  )
}
