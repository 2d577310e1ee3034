import type { Capability } from '@prosa/contract/capabilities'
import { useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyComponent } from '../../shared/lazy-loading/lazy-component.tsx'
import { useSession } from '../../shared/session/session.ts'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { canOpenPage } from '../page-access.ts'
import { NotFoundPage } from '../standalone/not-found-page.tsx'

const importSettings = () => import('../../features/agents/settings/agent-settings.tsx')
const [Settings] = lazyComponent(async () => ({ default: (await importSettings()).AgentSettings }))
const [NewAgentForm] = lazyComponent(async () => ({ default: (await importSettings()).NewAgentForm }))
const [Knowledge] = lazyComponent(async () => ({ default: (await import('./agent-knowledge-page.tsx')).AgentKnowledgePage }))
const [AgentVersions] = lazyComponent(async () => ({
  default: (await import('../../features/agents/versions/agent-versions.tsx')).AgentVersions,
}))

const [AgentCorrections] = lazyComponent(async () => ({
  default: (await import('../../features/agents/corrections/agent-corrections.tsx')).AgentCorrections,
}))

/**
 * Tabs of an agent other than the settings, each with the server capability that it needs. Only managers may open them, except the
 * knowledge tab, which is for every signed-in user.
 */
const TABS: Readonly<Record<string, { Page: typeof Knowledge; requiredCapability: Capability; isForAllRoles?: true }>> = {
  conhecimento: { Page: Knowledge, requiredCapability: 'knowledge', isForAllRoles: true },
  testes: { Page: AgentCorrections, requiredCapability: 'versions' },
  versoes: { Page: AgentVersions, requiredCapability: 'versions' },
}

const loadingSkeleton = <Skeleton shape="card" className="mx-auto mt-24 h-96 w-full max-w-6xl" />

export const NewAgentPage = () => (
  <Suspense fallback={loadingSkeleton}>
    <NewAgentForm />
  </Suspense>
)

/**
 * Pages of an agent: settings, knowledge, corrections and versions. They share one route, because separate routes would enlarge the sign-in
 * page. The code of each page is loaded when it is opened.
 */
export function AgentPage() {
  const { tab } = useParams({ from: '/shell/agents/$agentId/{-$tab}' })
  const user = useSession((session) => session.user)
  const tabDefinition = tab === undefined ? null : TABS[tab]
  const isOffered =
    tabDefinition &&
    user?.capabilities?.includes(tabDefinition.requiredCapability) &&
    (tabDefinition.isForAllRoles || canOpenPage('agentSettings', user.role))
  if (tab !== undefined && !isOffered) return <NotFoundPage />
  const Page = tabDefinition?.Page ?? Settings
  return (
    <Suspense fallback={loadingSkeleton}>
      <Page />
    </Suspense>
  )
}
