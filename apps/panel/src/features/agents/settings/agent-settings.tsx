import type { Agent } from '@prosa/contract/entities/agents/agent'
import type { SettingsDraft } from '@prosa/contract/entities/agents/agent-version'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { getErrorReason } from '../../../shared/api/error-reason.ts'
import { PATHS } from '../../../shared/config/paths.ts'
import { useSession } from '../../../shared/session/session.ts'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { EmptyState } from '../../../shared/ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx'
import { SegmentedControl } from '../../../shared/ui/inputs/segmented-control.tsx'
import { AgentLayout } from '../agent-layout.tsx'
import type { DraftSource } from '../preview/agent-preview.ts'
import { PreviewChat } from '../preview/preview-chat.tsx'
import { applySettingsDraft } from './agent-draft.ts'
import { AgentForm } from './agent-form.tsx'
import { agentSettingsQuery, formDraftQuery, newAgentModelsQuery } from './queries.ts'

const VIEWS = [
  { value: 'settings', label: 'Configurar' },
  { value: 'try', label: 'Testar' },
] as const

interface SettingsWithPreviewProps {
  agent: Agent
  draft: SettingsDraft | null
  onReload: () => Promise<Agent | null>
}

/** Settings form beside the preview chat. In a narrow window only one of the two is visible, but both stay mounted. */
function SettingsWithPreview({ agent, draft, onReload }: SettingsWithPreviewProps) {
  const draftSource = useRef<DraftSource | null>(null)
  const [view, setView] = useState<(typeof VIEWS)[number]['value']>('settings')
  const hideUnless = (name: typeof view) => (view === name ? '' : 'max-lg:hidden')
  return (
    <>
      <SegmentedControl className="mb-4 lg:hidden" legend="O que mostrar" value={view} options={VIEWS} onChange={setView} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className={hideUnless('settings')}>
          <AgentForm agent={agent} draft={draft} models={agent.settings?.models} draftSource={draftSource} onReload={onReload} />
        </div>
        <div className={`lg:sticky lg:top-6 ${hideUnless('try')}`}>
          <PreviewChat agent={agent} draftSource={draftSource} />
        </div>
      </div>
    </>
  )
}

export function AgentSettings() {
  const { agentId = '' } = useParams({ strict: false })
  const hasVersions = useSession(({ user }) => user?.capabilities?.includes('versions') ?? false)
  const { data: agent, error, isFetching, refetch } = useQuery(agentSettingsQuery(agentId))
  const draft = useQuery({ ...formDraftQuery(agentId), enabled: hasVersions })
  const reload = async () => {
    const [agentResult, draftResult] = await Promise.all([refetch(), draft.refetch()])
    return agentResult.data ? applySettingsDraft(agentResult.data, draftResult.data ?? null) : null
  }
  // If the draft cannot be loaded, the form still edits the published settings.
  const isReady = !hasVersions || draft.isFetchedAfterMount
  if (agent?.settings && isReady) {
    return (
      <AgentLayout title={`Configurar ${agent.name}`} agentId={agentId}>
        <SettingsWithPreview key={agent._id} agent={agent} draft={draft.isSuccess ? draft.data : null} onReload={reload} />
      </AgentLayout>
    )
  }
  return (
    <AgentLayout title="Configurar agente" agentId={agentId}>
      {!error && (!agent || !isReady) && <Skeleton className="h-96 w-full max-w-2xl" />}
      {(error || (agent && isReady)) && (
        <EmptyState
          flush
          title={
            error ? getErrorReason(error, 'Não foi possível carregar o agente.') : 'Este agente não tem configurações por aqui'
          }
          action={
            <Button busy={isFetching} onClick={() => void refetch()}>
              Tentar novamente
            </Button>
          }
        />
      )}
    </AgentLayout>
  )
}

export function NewAgentForm() {
  const navigate = useNavigate()
  // If the list of models is unavailable, any model name may be typed, and the server validates it.
  const { data: models, isPending } = useQuery(newAgentModelsQuery)
  if (isPending) {
    return (
      <AgentLayout title="Novo agente">
        <Skeleton className="h-96 w-full max-w-2xl" />
      </AgentLayout>
    )
  }
  return (
    <AgentLayout title="Novo agente">
      <div className="max-w-2xl">
        <AgentForm
          agent={null}
          models={models ?? undefined}
          onCreated={({ _id }) =>
            void navigate({ to: PATHS.agentSettings, params: { agentId: _id }, replace: true, ignoreBlocker: true })
          }
        />
        <p className="text-ink-3 text-ui">Depois de criado, converse com ele na conversa de teste antes de deixá-lo atender.</p>
      </div>
    </AgentLayout>
  )
}
