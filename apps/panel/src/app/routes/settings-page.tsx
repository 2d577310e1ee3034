import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { agentQueries } from '../../features/agents/queries.ts'
import { CalendarCard } from '../../features/calendar/calendar-card.tsx'
import { SettingsPage } from '../../features/settings/settings-page.tsx'
import { useSession } from '../../shared/session/session.ts'
import { latePart } from '../../shared/ui/late-part.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'

const [WhatsappCard] = latePart(async () => ({
  default: (await import('../../features/channels/whatsapp-card.tsx')).WhatsappCard,
}))

const [RetentionCard] = latePart(async () => ({
  default: (await import('../../features/privacy/retention-card.tsx')).RetentionCard,
}))

/** The user's settings, with the cards that other features bring; those that an operator has none of keep their room for the others. */
export function SettingsRoute() {
  const role = useSession(({ user }) => user?.role)
  const { data: agents = [] } = useQuery(agentQueries.list({ includeSummary: false }))
  return (
    <SettingsPage>
      <CalendarCard />
      <Suspense fallback={role !== 'operator' && <Skeleton of="card" className="h-64" />}>
        <WhatsappCard agents={agents} />
      </Suspense>
      <Suspense fallback={role !== 'operator' && <Skeleton of="card" className="h-56" />}>
        <RetentionCard />
      </Suspense>
    </SettingsPage>
  )
}
