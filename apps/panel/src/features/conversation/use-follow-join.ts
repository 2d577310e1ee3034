import type { ServerEvent } from '@prosa/contract/events'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { notify } from '../../shared/notifications.ts'
import { onServerEvent } from '../../shared/realtime/socket.ts'
import { moveWritings } from './outbox-store.ts'

/** Who has a conversation open that goes on as another goes there too, with what they were writing. */
export function useFollowJoin(conversationId: string): void {
  const navigate = useNavigate()
  const follow = useEffectEvent((joined: ServerEvent<'conversation_joined'>) => {
    if (joined.conversationId !== conversationId) return
    moveWritings(conversationId, joined.into)
    notify.info({ title: 'Conversas unidas', message: 'Era o mesmo contato: a conversa continua aqui.' })
    void navigate({ to: '/chat/$leadId/$conversationId', params: joined.into, replace: true })
  })
  useEffect(() => onServerEvent('conversation_joined', (joined) => follow(joined)), [])
}
