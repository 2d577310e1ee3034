import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { conversationQueries } from '../../features/conversation/cache/conversation-queries.ts'
import { notifyError } from '../../shared/notifications/notifications.ts'
import { usePreferences } from '../../shared/preferences/preferences.ts'

const LOAD_FAILED = 'Ocorreu um erro ao carregas as conversas'

/** Loads the conversations of the selected agent before the chat page needs them. Shows one notification if the load fails (gap G17). */
export function useConversationsOfSelectedAgent(): void {
  const agentId = usePreferences((state) => state.selectedAgentId)
  const list = conversationQueries.list(agentId ?? '')
  const { error, isError } = useInfiniteQuery({ ...list, enabled: agentId !== null })
  const notifyFailure = useEffectEvent(() => notifyError(error, { title: LOAD_FAILED, subject: list.queryKey }))
  useEffect(() => {
    if (isError) notifyFailure()
  }, [isError])
}
