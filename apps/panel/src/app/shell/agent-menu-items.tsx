import { type Agent, getAgentTypeLabel } from '@prosa/contract/entities/agents/agent'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import Flag from 'lucide-react/icons/flag'
import { agentQueries } from '../../features/agents/queries.ts'
import { PATHS } from '../../shared/config/paths.ts'
import { selectAgent, usePreferences } from '../../shared/preferences/preferences.ts'
import { MenuItem } from '../../shared/ui/menus/menu.tsx'
import { MenuRadioGroup, MenuRadioItem } from '../../shared/ui/menus/menu-radio.tsx'

/** Shows how many of an agent's conversations need attention and how many are unread. */
function AttentionCounts({ summary }: { summary: Agent['summary'] }) {
  const { totalNeedsAttention: attention = 0, totalUnread: unread = 0 } = summary ?? {}
  if (attention === 0 && unread === 0) return null
  return (
    <span className="flex shrink-0 items-center gap-2 pl-3 font-semibold text-meta tabular [&_svg]:!size-3">
      {attention > 0 && (
        <span className="inline-flex items-center gap-1 text-urucum">
          <Flag aria-hidden="true" className="!text-urucum" />
          {attention}
          <span className="sr-only"> com atenção</span>
        </span>
      )}
      {unread > 0 && (
        <span className="text-primary">
          {unread} {unread === 1 ? 'não lida' : 'não lidas'}
        </span>
      )}
    </span>
  )
}

/** Menu with all agents. On a chat page, selecting an agent opens the agent's conversations (gap G39). */
export default function AgentMenuItems() {
  const { data: agents, isError, refetch } = useQuery(agentQueries.list({ includeSummary: false }))
  // The names are shown at once; the numbers come from a second, slower request.
  const { data: agentsWithSummary } = useQuery(agentQueries.list({ includeSummary: true }))
  const selectedId = usePreferences((state) => state.selectedAgentId)
  const inChat = useRouterState({ select: ({ location }) => location.pathname.startsWith(PATHS.chat) })
  const navigate = useNavigate()

  const choose = (agentId: string) => {
    selectAgent(agentId)
    if (inChat) void navigate({ to: PATHS.chat })
  }

  return (
    <>
      {isError && (
        <MenuItem closeOnClick={false} onClick={() => void refetch()}>
          Não foi possível carregar. Tentar novamente
        </MenuItem>
      )}
      {agents?.length === 0 && <p className="px-2.5 py-1.5 text-ink-3 text-ui">Nenhum agente por aqui</p>}
      <MenuRadioGroup label="Agente" value={selectedId} onValueChange={choose}>
        {agents?.map((agent) => (
          <MenuRadioItem key={agent._id} value={agent._id}>
            <span className="min-w-0 flex-1">
              <span className="block truncate">{agent.name}</span>
              <span className="block font-normal text-ink-3 text-meta">{getAgentTypeLabel(agent.type)}</span>
            </span>
            <AttentionCounts summary={agentsWithSummary?.find(({ _id }) => _id === agent._id)?.summary} />
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </>
  )
}
