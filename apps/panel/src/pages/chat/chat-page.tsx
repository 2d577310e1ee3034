import { LEFT_PANEL_PERCENT } from '@prosa/contract/constants'
import { Navigate, Outlet, useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, Suspense, useRef } from 'react'
import { useSelectedAgent } from '../../features/conversation/cache/use-selected-agent.ts'
import { ComposerFocusContext } from '../../features/conversation/composer/text/composer-focus-context.ts'
import { ConversationList, type ConversationListHandle } from '../../features/conversation/list/conversation-list.tsx'
import { ConnectionStrip } from '../../features/conversation/realtime/connection-strip.tsx'
import { useRealtimeUpdates } from '../../features/conversation/realtime/realtime-updates.ts'
import { PATHS } from '../../shared/config/paths.ts'
import { lazyComponent } from '../../shared/lazy-loading/lazy-component.tsx'
import { usePreferences } from '../../shared/preferences/preferences.ts'
import { useShortcuts } from '../../shared/shortcuts/use-shortcuts.ts'
import { focusMainContent } from '../../shared/ui/focus/main-content.ts'
import { SplitPanes } from '../../shared/ui/layout/split-panes.tsx'
import { AgentBanner } from './agent-banner.tsx'
import { LAYOUT_BREAKPOINTS_REM, useIsWide } from './use-is-wide.ts'

const [ConversationShortcuts] = lazyComponent(() => import('./conversation-shortcuts.tsx'))
const [LinkedConversationLoader] = lazyComponent(() => import('./linked-conversation-loader.tsx'))

const renderWithConnectionStrip = (pane: ReactNode, hasStrip: boolean) => (
  <div className="relative h-full min-h-0">
    {pane}
    {hasStrip && <ConnectionStrip />}
  </div>
)

/**
 * Panes for the list and the conversation. Phones show only one pane. Both panes keep their state when the layout changes, for example when
 * a phone is rotated.
 */
function ChatPanes({ list, conversation, isOpen }: { list: ReactNode; conversation: ReactNode; isOpen: boolean }) {
  const hasTwoPanes = useIsWide(LAYOUT_BREAKPOINTS_REM.twoPanes)
  const hasSplitter = useIsWide(LAYOUT_BREAKPOINTS_REM.splitter)
  return (
    <SplitPanes
      id="chat-page"
      shape={hasSplitter ? 'split' : hasTwoPanes ? 'beside' : isOpen ? 'end' : 'start'}
      label="Largura da lista"
      start={renderWithConnectionStrip(list, true)}
      end={renderWithConnectionStrip(conversation, !hasTwoPanes)}
      initial={LEFT_PANEL_PERCENT}
    />
  )
}

function Chat({ agentId }: { agentId: string }) {
  useRealtimeUpdates()
  const navigate = useNavigate()
  const isOpen = useParams({ strict: false }).conversationId !== undefined
  const list = useRef<ConversationListHandle>(null)
  const agentName = useSelectedAgent()?.name
  const composer = useRef<{ focus: () => void }>(null)
  useShortcuts({
    next: () => list.current?.moveFocus(1),
    previous: () => list.current?.moveFocus(-1),
    write: () => composer.current?.focus(),
    search: () => list.current?.focusSearch(),
    back: ({ inField }) => {
      if (isOpen && !inField) void navigate({ to: PATHS.chat })
      if (list.current) list.current.focus()
      else focusMainContent()
    },
  })
  return (
    <ComposerFocusContext value={composer}>
      <title>Conversas · Prosa</title>
      <Suspense>
        <ConversationShortcuts agentId={agentId} />
      </Suspense>
      <ChatPanes
        isOpen={isOpen}
        list={<ConversationList key={agentId} ref={list} agentId={agentId} agentName={agentName} banner={<AgentBanner />} />}
        conversation={<Outlet />}
      />
    </ComposerFocusContext>
  )
}

/**
 * Page of the conversations. If no agent is selected, selects the agent of the conversation that a link has opened. Without such a link,
 * redirects to the agents page.
 */
export function ChatPage() {
  const agentId = usePreferences((state) => state.selectedAgentId)
  const hasLink = useParams({ strict: false }).conversationId !== undefined
  if (agentId) return <Chat agentId={agentId} />
  if (!hasLink) return <Navigate to={PATHS.agents} replace state={{ needsAgent: true }} />
  return (
    <Suspense>
      <LinkedConversationLoader />
    </Suspense>
  )
}
