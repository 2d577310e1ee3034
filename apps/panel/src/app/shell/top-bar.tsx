import { Link } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { PATHS } from '../../shared/config/paths.ts'
import { cx } from '../../shared/lib/cx.ts'
import { IconButton } from '../../shared/ui/icon-button.tsx'
import { Logo, LogoMark } from '../../shared/ui/logo.tsx'
import { openOverlay, preparePalette } from '../palette/overlay.ts'
import { AgentSwitcher } from './agent-switcher.tsx'
import { TopNav } from './nav-links.tsx'
import { ThemeMenu } from './theme-menu.tsx'
import { useConversationsOfSelectedAgent } from './use-conversations-of-selected-agent.ts'
import { UserMenu } from './user-menu.tsx'

/** `isAside`: in a window as low as a few lines it leaves its room to the conversation, which has a way back of its own. */
export function TopBar({ isAside }: { isAside: boolean }) {
  useConversationsOfSelectedAgent()
  return (
    <header
      className={cx(
        'flex min-h-12 coarse:min-h-14 items-center gap-3 border-line border-b bg-bg px-3 sm:gap-4 sm:px-4',
        isAside && 'max-sm:[@media(max-height:24rem)]:hidden',
      )}
    >
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
        <IconButton label="Ir para ou fazer" onPointerEnter={preparePalette} onClick={() => openOverlay('palette')}>
          <Search aria-hidden="true" />
        </IconButton>
        <ThemeMenu />
        <UserMenu />
      </div>
    </header>
  )
}
