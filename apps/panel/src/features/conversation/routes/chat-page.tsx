import { LEFT_PANEL_PERCENT } from '@prosa/contract/constants'
import { useQuery } from '@tanstack/react-query'
import { Navigate, Outlet, useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { serverMessageOr } from '../../../shared/api/errors.ts'
import { PATHS } from '../../../shared/config/paths.ts'
import { notify } from '../../../shared/notifications.ts'
import { focusPage } from '../../../shared/page.ts'
import { usePreferences } from '../../../shared/preferences.ts'
import { Spinner } from '../../../shared/ui/spinner.tsx'
import { SplitPanes } from '../../../shared/ui/split-panes.tsx'
import { useShortcuts } from '../../../shared/use-shortcuts.ts'
import { AgentBanner } from '../agent-banner.tsx'
import { ComposerFocus } from '../composer-focus.ts'
import { ConnectionStrip } from '../connection-strip.tsx'
import { ConversationList, type ConversationListHandle } from '../list/conversation-list.tsx'
import { useLive } from '../live.ts'
import { conversationQueries } from '../queries.ts'
import { useAgentOfConversation } from '../use-agent-of-conversation.ts'
import { useIsWide, WIDTHS } from '../use-width.ts'

/** Every shape of the page shows the same two things; on a phone one at a time. */
function Panes({ list, conversation, isOpen }: { list: ReactNode; conversation: ReactNode; isOpen: boolean }) {
  const hasTwoPanes = useIsWide(WIDTHS.twoPanes)
  const hasSplitter = useIsWide(WIDTHS.splitter)
  if (hasSplitter) {
    return <SplitPanes id="chat-page" label="Largura da lista" start={list} end={conversation} initial={LEFT_PANEL_PERCENT} />
  }
  if (!hasTwoPanes) return isOpen ? conversation : list
  return (
    <div className="flex h-full min-h-0">
      <div className="w-70 shrink-0 border-line border-r">{list}</div>
      <div className="min-w-0 flex-1">{conversation}</div>
    </div>
  )
}

function Chat({ agentId }: { agentId: string }) {
  useLive()
  const navigate = useNavigate()
  const isOpen = useParams({ strict: false }).conversationId !== undefined
  const list = useRef<ConversationListHandle>(null)
  const composer = useRef<{ focus: () => void }>(null)
  useShortcuts({
    next: () => list.current?.move(1),
    previous: () => list.current?.move(-1),
    write: () => composer.current?.focus(),
    search: () => list.current?.search(),
    back: ({ inField }) => {
      if (isOpen && !inField) void navigate({ to: PATHS.chat })
      if (list.current) list.current.focus()
      else focusPage()
    },
  })
  return (
    <ComposerFocus value={composer}>
      <title>Conversas · Prosa</title>
      <div className="flex h-full min-h-0 flex-col">
        <ConnectionStrip />
        <div className="min-h-0 flex-1">
          <Panes
            isOpen={isOpen}
            list={<ConversationList key={agentId} ref={list} agentId={agentId} banner={<AgentBanner />} />}
            conversation={<Outlet />}
          />
        </div>
      </div>
    </ComposerFocus>
  )
}

/** Without an agent there is no list; a link straight to a conversation finds out whose it is. */
export function ChatPage() {
  const agentId = usePreferences((state) => state.selectedAgentId)
  const hasLink = useParams({ strict: false }).conversationId !== undefined
  if (agentId) return <Chat agentId={agentId} />
  return hasLink ? <LinkedConversation /> : <Navigate to={PATHS.agents} replace />
}

/** Finds the agent of a linked conversation; one that cannot be loaded, or does not tell it, leads to the agents. */
function LinkedConversation() {
  const { leadId = '', conversationId = '' } = useParams({ strict: false })
  const { data, error, isError } = useQuery(conversationQueries.thread(leadId, conversationId))
  const agentId = data?.conversation.agent_id
  useAgentOfConversation(agentId)
  const tell = useEffectEvent(() => notify.error({ message: serverMessageOr(error, 'Failed to load conversation') }))
  useEffect(() => {
    if (isError) tell()
  }, [isError])
  if (isError || (data && !agentId)) return <Navigate to={PATHS.agents} replace />
  return (
    <p role="status" className="grid h-full place-content-center text-primary">
      <Spinner label="Carregando conversa" className="size-6" />
    </p>
  )
}
