import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Suspense, use, useEffect, useEffectEvent } from 'react'
import { conversationKeys } from '../../features/conversation/cache/conversation-keys.ts'
import { conversationQueries } from '../../features/conversation/cache/conversation-queries.ts'
import { useSelectConversationAgent } from '../../features/conversation/cache/use-select-conversation-agent.ts'
import { useSelectedAgent } from '../../features/conversation/cache/use-selected-agent.ts'
import { ComposerFocusContext } from '../../features/conversation/composer/text/composer-focus-context.ts'
import { getThreadTitle, ThreadHeader } from '../../features/conversation/header/thread-header.tsx'
import { useJoinLeadRoom } from '../../features/conversation/realtime/realtime-updates.ts'
import { Thread } from '../../features/conversation/thread/thread.tsx'
import { getServerMessage, isAuthRedirectError } from '../../shared/api/errors.ts'
import { PATHS } from '../../shared/config/paths.ts'
import { lazyComponent } from '../../shared/lazy-loading/lazy-component.tsx'
import { notifyError } from '../../shared/notifications/notifications.ts'
import { Button } from '../../shared/ui/buttons/button.tsx'
import { EmptyState } from '../../shared/ui/feedback/empty-state.tsx'
import { Spinner } from '../../shared/ui/feedback/spinner.tsx'
import { useCollapsibleHeader } from './use-collapsible-header.ts'
import { useFollowMergedConversation } from './use-follow-merged-conversation.ts'
import { LAYOUT_BREAKPOINTS_REM, useIsWide } from './use-is-wide.ts'

const [LeadProfile, preloadLeadProfile] = lazyComponent(() => import('../../features/conversation/profile/lead-profile.tsx'))

interface ConversationRouteProps {
  leadId: string
  conversationId: string
}

/** Navigates back to the list and shows an error if the conversation cannot be loaded (section 8). */
function useRedirectOnLoadFailure({ leadId, conversationId }: ConversationRouteProps, error: Error | null, hasThread: boolean) {
  const navigate = useNavigate()
  const redirectToChat = useEffectEvent(() => {
    notifyError(error, {
      message: getServerMessage(error, 'Failed to load conversation'),
      subject: conversationKeys.thread(leadId, conversationId),
    })
    void navigate({ to: PATHS.chat, replace: true })
  })
  // Stays here if the error requires a sign-in, because the user returns to this conversation afterwards.
  const shouldRedirect = error !== null && !hasThread && !isAuthRedirectError(error)
  useEffect(() => {
    if (shouldRedirect) redirectToChat()
  }, [shouldRedirect])
}

function useLeadFailureToast(leadId: string, error: Error | null) {
  const notifyFailure = useEffectEvent(() =>
    notifyError(error, {
      title: 'Erro ao carregar informações do lead',
      message: `Erro: ${getServerMessage(error, 'Failed to load lead')}`,
      subject: conversationKeys.lead(leadId),
    }),
  )
  useEffect(() => {
    if (error) notifyFailure()
  }, [error])
}

function Conversation({ leadId, conversationId }: ConversationRouteProps) {
  const { data: thread, error: threadError } = useQuery(conversationQueries.thread(leadId, conversationId))
  const lead = useQuery(conversationQueries.lead(leadId))
  const agentName = useSelectedAgent()?.name ?? ''
  const isSinglePane = !useIsWide(LAYOUT_BREAKPOINTS_REM.twoPanes)
  const hasProfile = useIsWide(LAYOUT_BREAKPOINTS_REM.profile)
  const composer = use(ComposerFocusContext)
  const handleScroll = useCollapsibleHeader()
  // Loads the code of the profile together with the conversation.
  useEffect(() => {
    if (hasProfile) preloadLeadProfile()
  }, [hasProfile])
  useJoinLeadRoom(leadId, conversationId)
  useFollowMergedConversation(conversationId)
  useSelectConversationAgent(thread?.conversation.agent_id)
  useRedirectOnLoadFailure({ leadId, conversationId }, threadError, thread !== undefined)
  useLeadFailureToast(leadId, lead.error)

  if (lead.isError && !lead.data) {
    return (
      <EmptyState
        className="m-auto"
        title="Erro ao carregar lead"
        action={
          <Button busy={lead.isFetching} onClick={() => void lead.refetch()}>
            Tentar novamente
          </Button>
        }
      >
        Erro: {getServerMessage(lead.error, 'Failed to load lead')}
      </EmptyState>
    )
  }
  if (!thread || !lead.data) {
    return (
      <p role="status" className="m-auto flex items-center gap-2.5 text-ink-3 text-ui">
        <Spinner className="size-5 text-primary" />
        Carregando informações do lead...
      </p>
    )
  }
  const { leadName, phone } = getThreadTitle(thread.conversation)
  return (
    <>
      <title>{`${leadName || phone} · Prosa`}</title>
      <section
        aria-label={`Conversa com ${leadName || phone}`}
        onScrollCapture={handleScroll}
        className="@container flex min-w-0 flex-1 short:flex-col-reverse flex-col short:overflow-y-auto"
      >
        <ThreadHeader conversation={thread.conversation} lead={lead.data} isSinglePane={isSinglePane} hasProfile={hasProfile} />
        <div className="flex short:h-full min-h-0 short:flex-none flex-1 short:-order-1 flex-col">
          <Thread thread={thread} lead={lead.data} agentName={agentName} composerRef={composer} />
        </div>
      </section>
      {hasProfile && (
        <Suspense fallback={<div className="w-72 shrink-0 border-line border-l" />}>
          <LeadProfile conversation={thread.conversation} lead={lead.data} />
        </Suspense>
      )}
    </>
  )
}

export function ConversationPage() {
  const { leadId, conversationId } = useParams({ strict: false })
  if (!leadId || !conversationId) return null
  return (
    <div className="flex h-full min-h-0 bg-bg">
      <Conversation key={conversationId} leadId={leadId} conversationId={conversationId} />
    </div>
  )
}
