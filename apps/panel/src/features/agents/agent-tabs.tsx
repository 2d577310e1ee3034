import { PAGE_ACCESS } from '@prosa/contract/rules/organisation/access-rules'
import { Link } from '@tanstack/react-router'
import { PATHS } from '../../shared/config/paths.ts'
import { useSession } from '../../shared/session/session.ts'

const TAB_CLASS =
  'relative inline-flex min-h-10 coarse:min-h-11 shrink-0 items-center px-1 font-semibold text-ink-3 text-ui transition-colors duration-(--time-in) after:absolute after:inset-x-1 after:bottom-0 after:h-(--margin-rule) after:rounded-full hover:text-ink focus-visible:outline-offset-[-2px] data-[status=active]:text-ink data-[status=active]:after:bg-primary'

const TABS = [
  { tab: 'conhecimento', label: 'Conhecimento', requiredCapability: 'knowledge' },
  { tab: 'testes', label: 'Testes', requiredCapability: 'versions' },
  { tab: 'versoes', label: 'Versões', requiredCapability: 'versions' },
] as const

/** Scrolls the selected tab into view on phones, where not all tabs fit. */
const scrollToOpenTab = (container: HTMLDivElement | null): void => {
  const open = container?.querySelector('[data-status=active]')
  if (container && open)
    container.scrollLeft += Math.max(0, open.getBoundingClientRect().right - container.getBoundingClientRect().right)
}

/** Tabs of an agent's pages. Hidden if the user may open only one page. */
export function AgentTabs({ agentId }: { agentId: string }) {
  const user = useSession((session) => session.user)
  const managers: readonly string[] = PAGE_ACCESS.agentSettings
  const tabs = TABS.filter(({ requiredCapability }) => user?.capabilities?.includes(requiredCapability))
  if (!user || !managers.includes(user.role) || tabs.length === 0) return null
  return (
    <nav aria-label="Páginas do agente" className="mb-6 border-line border-b">
      <div ref={scrollToOpenTab} className="-ml-1 flex gap-x-4 overflow-x-auto overflow-y-hidden">
        <Link to={PATHS.agentSettings} params={{ agentId, tab: undefined }} activeOptions={{ exact: true }} className={TAB_CLASS}>
          Comportamento
        </Link>
        {tabs.map(({ tab, label }) => (
          <Link key={tab} to={PATHS.agentSettings} params={{ agentId, tab }} className={TAB_CLASS}>
            {label}
          </Link>
        ))}
      </div>
    </nav>
  )
}
