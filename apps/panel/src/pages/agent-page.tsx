import type { Capability } from '@prosa/contract/capabilities'
import { useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useSession } from '../shared/session/session.ts'
import { latePart } from '../shared/ui/late-part.tsx'
import { Skeleton } from '../shared/ui/skeleton.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { mayOpen } from './route-table.ts'

const settings = () => import('../features/agents/settings/agent-settings.tsx')
const [Settings] = latePart(async () => ({ default: (await settings()).AgentSettings }))
const [New] = latePart(async () => ({ default: (await settings()).NewAgent }))
const [Knowledge] = latePart(async () => ({ default: (await import('./agent-knowledge-page.tsx')).AgentKnowledgePage }))
const [Versions] = latePart(async () => ({
  default: (await import('../features/agents/versions/versions.tsx')).Versions,
}))

const [Corrections] = latePart(async () => ({
  default: (await import('../features/agents/corrections/corrections.tsx')).Corrections,
}))

/** Beside how it behaves, each where the provider has it; what it knows is read by whoever is signed in, the rest is for its managers. */
const TABS: Readonly<Record<string, { Page: typeof Knowledge; needs: Capability; forAll?: true }>> = {
  conhecimento: { Page: Knowledge, needs: 'knowledge', forAll: true },
  testes: { Page: Corrections, needs: 'versions' },
  versoes: { Page: Versions, needs: 'versions' },
}

const coming = <Skeleton of="card" className="mx-auto mt-24 h-96 w-full max-w-6xl" />

export const NewAgent = () => (
  <Suspense fallback={coming}>
    <New />
  </Suspense>
)

/**
 * An agent's pages: how it behaves and, where the provider keeps any, what it knows, its corrections and its versions. One address for all of them and a part
 * for each that comes when it is opened: a route of its own for each would be paid for by the sign-in page.
 */
export function AgentPage() {
  const { tab } = useParams({ from: '/shell/agents/$agentId/{-$tab}' })
  const user = useSession((session) => session.user)
  const other = tab === undefined ? null : TABS[tab]
  const isOffered = other && user?.capabilities?.includes(other.needs) && (other.forAll || mayOpen('agentSettings', user.role))
  if (tab !== undefined && !isOffered) return <NotFoundPage />
  const Page = other?.Page ?? Settings
  return (
    <Suspense fallback={coming}>
      <Page />
    </Suspense>
  )
}
