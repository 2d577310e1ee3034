import { AGENT_SKELETON_COUNT } from '@prosa/contract/constants'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import { useEffect } from 'react'
import { AgentCard } from '../../features/agents/agent-card.tsx'
import { agentQueries } from '../../features/agents/queries.ts'
import { getServerMessage } from '../../shared/api/errors.ts'
import { PATHS } from '../../shared/config/paths.ts'
import { clearAgentAndFilter } from '../../shared/preferences/preferences.ts'
import { Button, getButtonClass } from '../../shared/ui/buttons/button.tsx'
import { EmptyState } from '../../shared/ui/feedback/empty-state.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'

const GRID_CLASS = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4'

function SkeletonCard() {
  return (
    <li className="rounded-card border border-line bg-surface p-5">
      <Skeleton className="h-3 w-16" />
      <Skeleton className="mt-3 h-5 w-32" />
      <div className="mt-7 grid grid-cols-3 gap-3 border-line border-t pt-4">
        {['leads', 'today', 'active'].map((figure) => (
          <Skeleton key={figure} className="h-9 w-12" />
        ))}
      </div>
    </li>
  )
}

function AgentGrid() {
  const { data: agents, error, isPending, isFetching, refetch } = useQuery(agentQueries.list({ includeSummary: true }))
  if (isPending) {
    return (
      <ul aria-busy="true" aria-label="Carregando agentes" className={GRID_CLASS}>
        {Array.from({ length: AGENT_SKELETON_COUNT }, (_, index) => (
          <SkeletonCard key={index} />
        ))}
      </ul>
    )
  }
  const renderRetryButton = (label: string) => (
    <Button busy={isFetching} onClick={() => void refetch()}>
      {label}
    </Button>
  )
  if (!agents)
    return (
      <EmptyState flush title={getServerMessage(error, 'Failed to load agents')} action={renderRetryButton('Tentar novamente')} />
    )
  if (agents.length === 0) {
    return (
      <EmptyState flush title="Nenhum agente por aqui" action={renderRetryButton('Atualizar')}>
        Os agentes da sua organização aparecem nesta página.
      </EmptyState>
    )
  }
  return (
    <ul aria-label="Agentes" className={GRID_CLASS}>
      {agents.map((agent) => (
        <AgentCard key={agent._id} agent={agent} />
      ))}
    </ul>
  )
}

/** Link to the form for a new agent. Shown only if the server lets the user see agents' settings. */
function NewAgentLink() {
  const { data: agents } = useQuery(agentQueries.list({ includeSummary: true }))
  if (!agents?.some(({ settings }) => settings)) return null
  return (
    <Link to={PATHS.newAgent} className={getButtonClass()}>
      <Plus aria-hidden="true" className="size-4" />
      Novo agente
    </Link>
  )
}

export function AgentsPage() {
  useEffect(clearAgentAndFilter, [])
  const isRedirected = useLocation({ select: ({ state }) => state.needsAgent === true })
  return (
    <div className="mx-auto w-full max-w-[88rem] px-edge py-8 sm:px-[min(2rem,5vw)]">
      <title>Agentes · Prosa</title>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h1 className="font-bold text-title">Agentes</h1>
          {isRedirected ? (
            <p role="status" className="mt-1 font-semibold text-message text-primary">
              Escolha um agente primeiro: as conversas são dele.
            </p>
          ) : (
            <p className="mt-1 text-ink-3 text-message">Escolha um agente para acompanhar as conversas dele.</p>
          )}
        </div>
        <NewAgentLink />
      </div>
      <AgentGrid />
    </div>
  )
}
