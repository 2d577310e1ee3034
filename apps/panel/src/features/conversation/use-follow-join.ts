import type { ServerEvent } from '@prosa/contract/events'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { notify } from '../../shared/notifications.ts'
import { onServerEvent } from '../../shared/realtime/socket.ts'
import { moveWritings } from './outbox-store.ts'

/** Where the focus goes on in the composer once there is one. */
let writesOnIn: string | null = null

/** Who has a conversation open that goes on as another goes there too, with what they were writing. */
export function useFollowJoin(conversationId: string, composer: RefObject<{ focus: () => void } | null>, isThere: boolean): void {
  const navigate = useNavigate()
  const follow = useEffectEvent((joined: ServerEvent<'conversation_joined'>) => {
    if (joined.conversationId !== conversationId) return
    moveWritings(conversationId, joined.into)
    writesOnIn = document.activeElement?.matches('.composer-box') ? joined.into.conversationId : null
    notify.info({ title: 'Conversas unidas', message: 'Era o mesmo contato: a conversa continua aqui.' })
    void navigate({ to: '/chat/$leadId/$conversationId', params: joined.into, replace: true })
  })
  useEffect(() => onServerEvent('conversation_joined', (joined) => follow(joined)), [])
  useEffect(() => {
    if (!isThere || writesOnIn !== conversationId) return
    writesOnIn = null
    composer.current?.focus()
  }, [isThere, conversationId, composer])
}
