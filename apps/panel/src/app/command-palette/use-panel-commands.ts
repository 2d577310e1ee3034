import { getAgentTypeLabel } from '@prosa/contract/entities/agents/agent'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Bot from 'lucide-react/icons/bot'
import Keyboard from 'lucide-react/icons/keyboard'
import LogOut from 'lucide-react/icons/log-out'
import { agentQueries } from '../../features/agents/queries.ts'
import { getOrganisationPages } from '../../pages/organisation/organisation-pages.ts'
import { canOpenPage } from '../../pages/page-access.ts'
import { PATHS } from '../../shared/config/paths.ts'
import { selectAgent, setTheme, usePreferences } from '../../shared/preferences/preferences.ts'
import { signOut, useSession } from '../../shared/session/session.ts'
import { openOverlay } from '../../shared/ui/layers/overlay.ts'
import { getNavLinks } from '../shell/get-nav-links.ts'
import { THEMES } from '../shell/themes.ts'
import type { Command } from './command.ts'

/** Returns commands that open the conversations of each agent. */
export function useAgentCommands(): Command[] {
  const { data: agents = [] } = useQuery(agentQueries.list({ includeSummary: false }))
  const navigate = useNavigate()
  return agents.map(({ _id, name, type }) => ({
    id: `agent ${_id}`,
    label: name,
    hint: getAgentTypeLabel(type),
    Icon: Bot,
    navigates: true,
    run: () => {
      selectAgent(_id)
      void navigate({ to: PATHS.chat })
    },
  }))
}

/** Returns commands that open the pages that the user may open, with the same names as in the navigation and the user menu. */
export function usePageCommands(): Command[] {
  const role = useSession((state) => state.user?.role ?? '')
  const hasAgent = usePreferences((state) => state.selectedAgentId !== null)
  const isManager = useSession(({ user }) => getOrganisationPages(user).length > 0)
  const navigate = useNavigate()
  const pages = [
    { path: PATHS.agents, nav: 'Agentes' },
    // Without a selected agent, the conversations page would redirect to the agents.
    ...getNavLinks(role).filter(({ path }) => hasAgent || path !== PATHS.chat),
    ...(canOpenPage('invite', role) ? [{ path: PATHS.invite, nav: 'Convidar usuário' }] : []),
    ...(canOpenPage('userSettings', role) ? [{ path: PATHS.userSettings, nav: 'Configurações' }] : []),
    ...(isManager ? [{ path: PATHS.organisation, nav: 'Organização' }] : []),
  ]
  return pages.map(({ path, nav }) => ({
    id: path,
    label: nav,
    Icon: ArrowRight,
    navigates: true,
    run: () => void navigate({ to: path }),
  }))
}

export function useAppCommands(): Command[] {
  const theme = usePreferences((state) => state.theme)
  const name = useSession((state) => state.user?.name ?? '')
  return [
    ...THEMES.map(({ value, label, Icon }) => ({
      id: `theme ${value}`,
      label: `Tema: ${label}`,
      Icon,
      isCurrent: value === theme,
      run: () => setTheme(value),
    })),
    {
      id: 'shortcuts',
      label: 'Atalhos de teclado',
      Icon: Keyboard,
      shortcut: 'help' as const,
      run: () => openOverlay('shortcuts'),
    },
    { id: 'sign out', label: 'Sair', hint: name, Icon: LogOut, run: () => void signOut() },
  ]
}
