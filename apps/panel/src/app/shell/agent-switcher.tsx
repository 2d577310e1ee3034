import { type Agent, agentTypeLabel } from '@prosa/contract/entities/agent'
import { useQuery } from '@tanstack/react-query'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { agentQueries } from '../../features/agents/queries.ts'
import { usePreferences } from '../../shared/preferences.ts'
import { buttonClass } from '../../shared/ui/button.tsx'
import { latePart } from '../../shared/ui/late-part.tsx'
import { Menu } from '../../shared/ui/menu.tsx'

const [AgentMenuItems, prepare] = latePart(() => import('./agent-menu-items.tsx'))

const nameOf = ({ name, type }: Agent) => `${name} · ${agentTypeLabel(type)}`

/** Menu button with the selected agent. */
export function AgentSwitcher() {
  const { data: agents } = useQuery(agentQueries.list({ includeSummary: false }))
  const selectedId = usePreferences((state) => state.selectedAgentId)
  const selected = agents?.find(({ _id }) => _id === selectedId)
  return (
    <Menu
      trigger={
        <button type="button" className={buttonClass('value', 'min-w-0 !shrink')} onPointerEnter={prepare} onFocus={prepare}>
          <span className="sr-only">Agente: </span>
          <span className="truncate">{selected ? nameOf(selected) : 'Escolher agente'}</span>
          <ChevronsUpDown aria-hidden="true" className="size-3.5 shrink-0 text-ink-3" />
        </button>
      }
    >
      <AgentMenuItems />
    </Menu>
  )
}
