import { LEFT_PANEL_PERCENT } from '@prosa/contract/constants'
import { useQuery } from '@tanstack/react-query'
import { Navigate, Outlet, useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { PATHS } from '../../../shared/config/paths.ts'
import { usePreferences } from '../../../shared/preferences.ts'
import { Spinner } from '../../../shared/ui/spinner.tsx'
import { SplitPanes } from '../../../shared/ui/split-panes.tsx'
import { AgentBanner } from '../agent-banner.tsx'
import { ComposerFocus } from '../composer-focus.ts'
import { ConversationList, type ConversationListHandle } from '../list/conversation-list.tsx'
import { useLive } from '../live.ts'
import { conversationQueries } from '../queries.ts'
import { useAgentOfConversation } from '../use-agent-of-conversation.ts'
import { useMedia, WIDTHS } from '../use-media.ts'
import { useShortcuts } from '../use-shortcuts.ts'

/** Every shape of the page shows the same two things; on a phone one at a time. */
function Panes({ list, conversation, isOpen }: { list: ReactNode; conversation: ReactNode; isOpen: boolean }) {
  const hasTwoPanes = useMedia(WIDTHS.twoPanes)
  const hasSplitter = useMedia(WIDTHS.splitter)
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
    j: () => list.current?.move(1),
    k: () => list.current?.move(-1),
    r: () => composer.current?.focus(),
    '/': () => list.current?.search(),
    Escape: () => {
      if (isOpen) void navigate({ to: PATHS.chat })
      list.current?.focus()
    },
  })
  return (
    <ComposerFocus value={composer}>
      <title>Conversas · Prosa</title>
      <Panes
        isOpen={isOpen}
        list={
          <div className="flex h-full min-h-0 flex-col">
            <AgentBanner />
            <div className="min-h-0 flex-1">
              <ConversationList key={agentId} ref={list} agentId={agentId} />
            </div>
          </div>
        }
        conversation={<Outlet />}
      />
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

/** Finds the agent of a linked conversation; a provider that does not tell it leads to the agents. */
function LinkedConversation() {
  const { leadId = '', conversationId = '' } = useParams({ strict: false })
  const { data, isError } = useQuery(conversationQueries.thread(leadId, conversationId))
  const agentId = data?.conversation.agent_id
  useAgentOfConversation(agentId)
  if (isError || (data && !agentId)) return <Navigate to={PATHS.agents} replace />
  return (
    <p role="status" className="grid h-full place-content-center text-primary">
      <Spinner label="Carregando conversa" className="size-6" />
    </p>
  )
}
