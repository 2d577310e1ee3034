import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { conversationQueries } from '../../features/conversation/queries.ts'
import { notify } from '../../shared/notifications.ts'
import { usePreferences } from '../../shared/preferences.ts'

const LOAD_FAILED = 'Ocorreu um erro ao carregas as conversas'

/** The bar has the chosen agent's conversations loaded before the chat asks, and says once when that fails (gap G17). */
export function useConversationsOfSelectedAgent(): void {
  const agentId = usePreferences((state) => state.selectedAgentId)
  const { isError } = useInfiniteQuery({ ...conversationQueries.list(agentId ?? ''), enabled: agentId !== null })
  useEffect(() => {
    if (isError) notify.error({ title: LOAD_FAILED })
  }, [isError])
}
