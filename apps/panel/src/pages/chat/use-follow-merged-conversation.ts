import type { ServerEvent } from '@prosa/contract/events'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { use, useEffect, useEffectEvent } from 'react'
import { ComposerFocusContext } from '../../features/conversation/composer/text/composer-focus-context.ts'
import { importWithRetry } from '../../shared/lazy-loading/import-with-retry.ts'
import { onServerEvent } from '../../shared/realtime/socket.ts'

/** When the open conversation is merged into another, navigates to the other conversation and keeps the unsent draft. */
export function useFollowMergedConversation(conversationId: string): void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const composer = use(ComposerFocusContext)
  const follow = useEffectEvent(async (joined: ServerEvent<'conversation_joined'>, signal: AbortSignal) => {
    if (joined.conversationId !== conversationId) return
    const { followMergedConversation } = await importWithRetry(() => import('./follow-merged-conversation.ts'))
    await followMergedConversation(joined, { client, navigate, composer, signal })
  })
  useEffect(() => {
    const abortController = new AbortController()
    const unsubscribe = onServerEvent('conversation_joined', (joined) => void follow(joined, abortController.signal))
    return () => {
      unsubscribe()
      abortController.abort()
    }
  }, [])
}
