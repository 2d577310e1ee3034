import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { agentQueries } from '../features/agents/queries.ts'
import { Dashboard } from '../features/dashboard/dashboard.tsx'
import { parseDashboardChoice } from '../features/dashboard/period.ts'
import { PATHS } from '../shared/config/paths.ts'
import { lazyComponent } from '../shared/lazy-loading/lazy-component.tsx'
import { useSession } from '../shared/session/session.ts'

const [DashboardCosts] = lazyComponent(() => import('../features/costs/dashboard-costs.tsx'))

/** Page of the dashboard. The selected agent and period are stored in the URL. */
export function DashboardPage() {
  const requestedChoice = parseDashboardChoice(useSearch({ from: '/shell/dashboard' }))
  const navigate = useNavigate()
  const hasCosts = useSession(({ user }) => user?.capabilities?.includes('costs'))
  const { data: agents } = useQuery(agentQueries.list({ includeSummary: false }))
  const { agente, ...choiceForAllAgents } = requestedChoice
  // Whether the agent in the URL does not exist, for example because it was deleted.
  const isUnknown = agente !== undefined && agents !== undefined && !agents.some(({ _id }) => _id === agente)
  const choice = isUnknown ? choiceForAllAgents : requestedChoice
  return (
    <Dashboard
      choice={choice}
      agents={agents ?? []}
      renderExtra={(days) =>
        hasCosts && (
          <Suspense>
            <DashboardCosts {...days} />
          </Suspense>
        )
      }
      onChoose={(search) => void navigate({ to: PATHS.dashboard, search, replace: true })}
    />
  )
}
