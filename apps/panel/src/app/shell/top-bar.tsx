import { Link } from '@tanstack/react-router'
import { PATHS } from '../../shared/config/paths.ts'
import { Logo, LogoMark } from '../../shared/ui/logo.tsx'
import { AgentSwitcher } from './agent-switcher.tsx'
import { TopNav } from './nav-links.tsx'
import { ThemeMenu } from './theme-menu.tsx'
import { useConversationsOfSelectedAgent } from './use-conversations-of-selected-agent.ts'
import { UserMenu } from './user-menu.tsx'

export function TopBar() {
  useConversationsOfSelectedAgent()
  return (
    <header className="flex min-h-12 coarse:min-h-14 items-center gap-3 border-line border-b bg-bg px-3 sm:gap-4 sm:px-4">
      <Link
        to={PATHS.agents}
        aria-label="Prosa, ir para os agentes"
        className="flex min-h-8 coarse:min-h-11 items-center rounded-control"
      >
        <span className="hidden sm:block">
          <Logo className="text-[1.125rem]" />
        </span>
        <LogoMark className="size-6 sm:hidden" />
      </Link>
      <AgentSwitcher />
      <TopNav />
      <div className="ml-auto flex items-center gap-1">
        <ThemeMenu />
        <UserMenu />
      </div>
    </header>
  )
}
