import { Link } from '@tanstack/react-router'
import Search from 'lucide-react/icons/search'
import { PATHS } from '../../shared/config/paths.ts'
import { IconButton } from '../../shared/ui/buttons/icon-button.tsx'
import { cx } from '../../shared/ui/cx.ts'
import { openOverlay } from '../../shared/ui/layers/overlay.ts'
import { Logo, LogoMark } from '../../shared/ui/layout/logo.tsx'
import { preloadCommandPalette } from '../command-palette/lazy-command-palette.ts'
import { AgentSwitcher } from './agent-switcher.tsx'
import { TopNav } from './nav-links.tsx'
import { ThemeMenu } from './theme-menu.tsx'
import { useConversationsOfSelectedAgent } from './use-conversations-of-selected-agent.ts'
import { UserMenu } from './user-menu.tsx'

/**
 * Top bar of signed-in pages. `isInConversation`: whether a conversation is open. If so, windows of small height hide the bar, because the
 * conversation has its own back link.
 */
export function TopBar({ isInConversation }: { isInConversation: boolean }) {
  useConversationsOfSelectedAgent()
  return (
    <header
      className={cx('@container border-line border-b bg-bg', isInConversation && 'max-sm:[@media(max-height:24rem)]:hidden')}
    >
      <div className="flex min-h-12 coarse:min-h-14 flex-wrap items-center gap-x-2 gap-y-1 px-2 py-1 @min-[16rem]:flex-nowrap @min-[16rem]:gap-3 @min-[16rem]:px-3 @min-[40rem]:gap-4 @min-[40rem]:px-4 @min-[16rem]:py-0">
        <Link
          to={PATHS.agents}
          aria-label="Prosa, ir para os agentes"
          className="flex min-h-8 coarse:min-h-11 coarse:min-w-11 items-center justify-center rounded-control"
        >
          <span className="hidden @min-[40rem]:block">
            <Logo className="text-[1.125rem]" />
          </span>
          <LogoMark className="size-6 @min-[40rem]:hidden" />
        </Link>
        {/* On a phone with large text, the agent's name does not fit beside the other parts. */}
        <div className="order-last flex min-w-0 basis-full @min-[16rem]:order-none @min-[16rem]:basis-auto">
          <AgentSwitcher />
        </div>
        <TopNav />
        <div className="ml-auto flex items-center gap-1">
          <IconButton label="Ir para ou fazer" onPointerEnter={preloadCommandPalette} onClick={() => openOverlay('palette')}>
            <Search aria-hidden="true" />
          </IconButton>
          <ThemeMenu />
          <UserMenu />
        </div>
      </div>
    </header>
  )
}
