import { type Agent, agentTypeLabel } from '@prosa/contract/entities/agent'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { ChevronsUpDown } from 'lucide-react'
import { agentQueries } from '../../features/agents/queries.ts'
import { PATHS } from '../../shared/config/paths.ts'
import { selectAgent, usePreferences } from '../../shared/preferences.ts'
import { buttonClass } from '../../shared/ui/button.tsx'
import { Menu, MenuItem, MenuRadioGroup, MenuRadioItem } from '../../shared/ui/menu.tsx'

const nameOf = ({ name, type }: Agent) => `${name} · ${agentTypeLabel(type)}`

/** Which agent's conversations the panel is about; switching inside the chat goes to that agent's list (gap G39). */
export function AgentSwitcher() {
  const { data: agents, isError, refetch } = useQuery(agentQueries.list({ includeSummary: false }))
  const selectedId = usePreferences((state) => state.selectedAgentId)
  const inChat = useRouterState({ select: ({ location }) => location.pathname.startsWith(PATHS.chat) })
  const navigate = useNavigate()
  const selected = agents?.find(({ _id }) => _id === selectedId)

  const choose = (agentId: string) => {
    selectAgent(agentId)
    if (inChat) void navigate({ to: PATHS.chat })
  }

  return (
    <Menu
      trigger={
        <button type="button" className={buttonClass('outline', 'min-w-0 !shrink font-normal')}>
          <span className="sr-only">Agente: </span>
          <span className="truncate">{selected ? nameOf(selected) : 'Escolher agente'}</span>
          <ChevronsUpDown aria-hidden="true" className="size-3.5 shrink-0 text-ink-3" />
        </button>
      }
    >
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
    </Menu>
  )
}
