import { useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useSession } from '../../shared/session/session.ts'
import { latePart } from '../../shared/ui/late-part.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { NotFoundPage } from './not-found-page.tsx'

const settings = () => import('../../features/agents/settings/agent-settings-page.tsx')
const [Settings] = latePart(async () => ({ default: (await settings()).AgentSettingsPage }))
const [New] = latePart(async () => ({ default: (await settings()).NewAgentPage }))
const [Knowledge] = latePart(async () => ({ default: (await import('./agent-knowledge-page.tsx')).AgentKnowledgePage }))

const coming = <Skeleton of="card" className="mx-auto mt-24 h-96 w-full max-w-6xl" />

export const NewAgent = () => (
  <Suspense fallback={coming}>
    <New />
  </Suspense>
)

/**
 * An agent's pages: how it behaves and, where the provider keeps any, what it knows. One address for all of them and a part for each that
 * comes when it is opened: a route of its own for each would be paid for by the sign-in page.
 */
export function AgentPage() {
  const { tab } = useParams({ from: '/shell/agents/$agentId/{-$tab}' })
  const isOffered = useSession(({ user }) => user?.capabilities?.includes('knowledge') ?? false)
  if (tab !== undefined && !(tab === 'conhecimento' && isOffered)) return <NotFoundPage />
  return <Suspense fallback={coming}>{tab === undefined ? <Settings /> : <Knowledge />}</Suspense>
}
