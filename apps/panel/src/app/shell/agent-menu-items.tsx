import { agentTypeLabel } from '@prosa/contract/entities/agent'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { agentQueries } from '../../features/agents/queries.ts'
import { PATHS } from '../../shared/config/paths.ts'
import { selectAgent, usePreferences } from '../../shared/preferences.ts'
import { MenuItem } from '../../shared/ui/menu.tsx'
import { MenuRadioGroup, MenuRadioItem } from '../../shared/ui/menu-radio.tsx'

/** Every agent; switching inside the chat goes to that agent's list (gap G39). */
export default function AgentMenuItems() {
  const { data: agents, isError, refetch } = useQuery(agentQueries.list({ includeSummary: false }))
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
            <span className="min-w-0">
              <span className="block truncate">{agent.name}</span>
              <span className="block font-normal text-ink-3 text-meta">{agentTypeLabel(agent.type)}</span>
            </span>
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </>
  )
}
