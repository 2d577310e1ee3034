import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { agentQueries } from '../../features/agents/queries.ts'
import { WhatsappCard } from '../../features/channels/whatsapp-card.tsx'
import { lazyComponent } from '../../shared/lazy-loading/lazy-component.tsx'
import { useSession } from '../../shared/session/session.ts'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { NotFoundPage } from '../standalone/not-found-page.tsx'

const [NumberTemplates] = lazyComponent(() => import('../../features/channels/templates/number-templates.tsx'))

/** Page of the organisation's WhatsApp numbers and their agents. A subpage shows the message templates of one number's account. */
export function OrganisationNumbersPage() {
  const { id, tab } = useParams({ from: '/shell/settings/{-$page}/{-$id}/{-$tab}' })
  const hasTemplates = useSession(({ user }) => user?.capabilities?.includes('templates') ?? false)
  if (id === undefined) return <Numbers />
  if (tab !== 'modelos' || !hasTemplates) return <NotFoundPage />
  return (
    <Suspense fallback={<Skeleton shape="card" className="h-64" />}>
      <NumberTemplates key={id} id={id} />
    </Suspense>
  )
}

function Numbers() {
  const { data: agents = [] } = useQuery(agentQueries.list({ includeSummary: false }))
  return (
    <div className="flex max-w-2xl flex-col gap-6">
      <title>Números · Prosa</title>
      <WhatsappCard agents={agents} />
    </div>
  )
}
