import { emissionsOf } from './features/conversations/live.ts'
import type { Deps } from './kernel/deps.ts'
import type { DomainEventName } from './kernel/events.ts'
import { rooms } from './kernel/realtime/rooms.ts'
import type { Realtime } from './kernel/realtime/socket-server.ts'

/** Every process tells its own sockets of what happened anywhere. */
export function tellSockets({ bus }: Pick<Deps, 'bus'>, realtime: Realtime): void {
  const told: DomainEventName[] = [
    'message.stored',
    'message.changed',
    'message.delivery',
    'conversation.joined',
    'channel.changed',
    'conversation.changed',
    'lead.changed',
    'read.moved',
    'agent.typing',
    'user.typing',
    'user.sending',
  ]
  for (const name of told) {
    bus.on(name, (payload) => {
      for (const emission of emissionsOf({ name, payload } as Parameters<typeof emissionsOf>[0])) realtime.emit(emission)
    })
  }
  bus.on('events.missed', () => realtime.reconnect())
  bus.on('access.changed', ({ tenantId, userId }) => {
    realtime.emit({
      room: userId ? rooms.member(tenantId, userId) : rooms.tenant(tenantId),
      event: 'access_changed',
      payload: {},
    })
  })
  bus.on('session.new', ({ tenantId, userId, ...told }) => {
    const room = rooms.member(tenantId, userId)
    realtime.emit({ room, event: 'session_new', payload: told, exceptRoom: rooms.session(told.sessionId) })
  })
  bus.on('sessions.ended', ({ tenantId, userId, sessionId, exceptSessionId, code }) => {
    const room = sessionId ? rooms.session(sessionId) : userId ? rooms.member(tenantId, userId) : rooms.tenant(tenantId)
    realtime.disconnect(room, code, exceptSessionId ? rooms.session(exceptSessionId) : undefined)
  })
}
