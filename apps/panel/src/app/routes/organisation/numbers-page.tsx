import { useQuery } from '@tanstack/react-query'
import { agentQueries } from '../../../features/agents/queries.ts'
import { WhatsappCard } from '../../../features/channels/whatsapp-card.tsx'

/** The numbers that leads write to, each with the agent that answers there. */
export function NumbersPage() {
  const { data: agents = [] } = useQuery(agentQueries.list({ includeSummary: false }))
  return (
    <div className="max-w-2xl">
      <title>Números · Prosa</title>
      <WhatsappCard agents={agents} />
    </div>
  )
}
