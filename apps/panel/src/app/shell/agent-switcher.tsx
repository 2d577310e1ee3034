import { type Agent, getAgentTypeLabel } from '@prosa/contract/entities/agents/agent'
import { useQuery } from '@tanstack/react-query'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { agentQueries } from '../../features/agents/queries.ts'
import { lazyComponent } from '../../shared/lazy-loading/lazy-component.tsx'
import { usePreferences } from '../../shared/preferences/preferences.ts'
import { getButtonClass } from '../../shared/ui/buttons/button.tsx'
import { Menu } from '../../shared/ui/menus/menu.tsx'

const [AgentMenuItems, preloadMenuItems] = lazyComponent(() => import('./agent-menu-items.tsx'))

const formatAgentName = ({ name, type }: Agent) => `${name} · ${getAgentTypeLabel(type)}`

/** Button that shows the selected agent and opens the menu of agents. */
export function AgentSwitcher() {
  const { data: agents } = useQuery(agentQueries.list({ includeSummary: false }))
  const selectedId = usePreferences((state) => state.selectedAgentId)
  const selected = agents?.find(({ _id }) => _id === selectedId)
  return (
    <Menu
      trigger={
        <button
          type="button"
          className={getButtonClass('value', 'min-w-0 !shrink')}
          onPointerEnter={preloadMenuItems}
          onFocus={preloadMenuItems}
        >
          <span className="sr-only">Agente: </span>
          <span className="truncate">{selected ? formatAgentName(selected) : 'Escolher agente'}</span>
          <ChevronsUpDown aria-hidden="true" className="size-3.5 shrink-0 text-ink-3" />
        </button>
      }
    >
      <AgentMenuItems />
    </Menu>
  )
}
