import { Link } from '@tanstack/react-router'
import Bot from 'lucide-react/icons/bot'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import MessagesSquare from 'lucide-react/icons/messages-square'
import { PATHS } from '../../shared/config/paths.ts'
import { useSession } from '../../shared/session/session.ts'
import { getNavLinks } from './get-nav-links.ts'

/** Navigation in the top bar, with links to the pages that the user's role may open. */
export function TopNav() {
  const role = useSession((state) => state.user?.role ?? '')
  return (
    <nav aria-label="Principal" className="hidden items-stretch self-stretch @min-[40rem]:flex">
      {getNavLinks(role).map(({ path, nav }) => (
        <Link
          key={path}
          to={path}
          className="relative flex items-center px-3 font-semibold text-ink-3 text-ui transition-colors duration-(--time-in) hover:text-ink focus-visible:-outline-offset-4 data-[status=active]:text-ink data-[status=active]:after:absolute data-[status=active]:after:inset-x-3 data-[status=active]:after:-bottom-px data-[status=active]:after:h-0.5 data-[status=active]:after:bg-primary"
        >
          {nav}
        </Link>
      ))}
    </nav>
  )
}

const ICON_BY_PATH: Readonly<Record<string, typeof Bot>> = { [PATHS.chat]: MessagesSquare, [PATHS.dashboard]: LayoutDashboard }

/**
 * Navigation at the bottom of a phone's screen: the links of the top bar, and a link to the agents page. Wider screens have that link on
 * the logo.
 */
export function BottomNav() {
  const role = useSession((state) => state.user?.role ?? '')
  const items = [{ path: PATHS.agents, nav: 'Agentes' }, ...getNavLinks(role)]
  return (
    <div className="@container">
      <nav
        aria-label="Principal"
        className="grid auto-cols-fr grid-flow-col border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] @min-[40rem]:hidden"
      >
        {items.map(({ path, nav }) => {
          const Icon = ICON_BY_PATH[path] ?? Bot
          return (
            <Link
              key={path}
              to={path}
              className="flex min-h-14 min-w-0 flex-col items-center justify-center gap-0.5 font-semibold text-ink-3 text-meta focus-visible:-outline-offset-2 data-[status=active]:text-primary"
            >
              <Icon aria-hidden="true" className="size-5" />
              <span className="max-w-full truncate px-0.5">{nav}</span>
            </Link>
          )
        })}
      </nav>
    </div>
  )
}
