import type { ServerEvent } from '@prosa/contract/events'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { use, useEffect, useEffectEvent } from 'react'
import { ComposerFocus } from '../../features/conversation/thread/composer-focus.ts'
import { lateCode } from '../../shared/late-code.ts'
import { onServerEvent } from '../../shared/realtime/socket.ts'

/** When the open conversation is merged into another, navigates there and keeps the unsent draft. */
export function useFollowJoin(conversationId: string): void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const composer = use(ComposerFocus)
  const follow = useEffectEvent(async (joined: ServerEvent<'conversation_joined'>, signal: AbortSignal) => {
    if (joined.conversationId !== conversationId) return
    const { followJoin } = await lateCode(() => import('./follow-join.ts'))
    await followJoin(joined, { client, navigate, composer, signal })
  })
  useEffect(() => {
    const leaving = new AbortController()
    const stop = onServerEvent('conversation_joined', (joined) => void follow(joined, leaving.signal))
    return () => {
      stop()
      leaving.abort()
    }
  }, [])
}
