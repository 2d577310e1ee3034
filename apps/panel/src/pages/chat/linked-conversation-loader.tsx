import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { conversationKeys } from '../../features/conversation/cache/conversation-keys.ts'
import { conversationQueries } from '../../features/conversation/cache/conversation-queries.ts'
import { useSelectConversationAgent } from '../../features/conversation/cache/use-select-conversation-agent.ts'
import { getServerMessage, isAuthRedirectError } from '../../shared/api/errors.ts'
import { PATHS } from '../../shared/config/paths.ts'
import { notifyError } from '../../shared/notifications/notifications.ts'
import { Spinner } from '../../shared/ui/feedback/spinner.tsx'

/**
 * Selects the agent of a conversation that was opened by a link. Redirects to the agents page if the conversation cannot be loaded or has
 * no agent.
 */
export default function LinkedConversationLoader() {
  const { leadId = '', conversationId = '' } = useParams({ strict: false })
  const { data, error, isError } = useQuery(conversationQueries.thread(leadId, conversationId))
  const agentId = data?.conversation.agent_id
  useSelectConversationAgent(agentId)
  const notifyFailure = useEffectEvent(() =>
    notifyError(error, {
      message: getServerMessage(error, 'Failed to load conversation'),
      subject: conversationKeys.thread(leadId, conversationId),
    }),
  )
  useEffect(() => {
    if (isError) notifyFailure()
  }, [isError])
  const hasFailed = isError && !isAuthRedirectError(error)
  if (hasFailed || (data && !agentId)) return <Navigate to={PATHS.agents} replace />
  return (
    <p role="status" className="grid h-full place-content-center text-primary">
      <Spinner label="Carregando conversa" className="size-6" />
    </p>
  )
}
