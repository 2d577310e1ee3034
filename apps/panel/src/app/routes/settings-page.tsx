import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { agentQueries } from '../../features/agents/queries.ts'
import { CalendarCard } from '../../features/calendar/calendar-card.tsx'
import { SettingsPage } from '../../features/settings/settings-page.tsx'

const WhatsappCard = lazy(async () => ({ default: (await import('../../features/channels/whatsapp-card.tsx')).WhatsappCard }))

const RetentionCard = lazy(async () => ({
  default: (await import('../../features/privacy/retention-card.tsx')).RetentionCard,
}))

/** The user's settings, with the cards that other features bring. */
export function SettingsRoute() {
  const { data: agents = [] } = useQuery(agentQueries.list({ includeSummary: false }))
  return (
    <SettingsPage>
      <CalendarCard />
      <Suspense>
        <WhatsappCard agents={agents} />
        <RetentionCard />
      </Suspense>
    </SettingsPage>
  )
}
