import type { ServerEvent, ServerEventName } from '@prosa/contract/events'
import type { DomainEventName, DomainEvents } from '../events/domain-events.ts'
import type { EventBus } from '../events/event-bus.ts'

/** A socket event for all sockets of a room. */
export interface Broadcast<N extends ServerEventName> {
  room: string
  /** Room whose sockets do not receive the event. A socket's id is also the name of a room. */
  exceptRoom?: string | undefined
  payload: ServerEvent<N>
  /** Whether the sockets are disconnected after the event. */
  disconnectsSockets?: true
}

/** Source of the socket event `N`: subscribes to domain events and converts them. */
export interface BroadcastSource<N extends ServerEventName> {
  listen(bus: Pick<EventBus, 'on'>, emit: (broadcast: Broadcast<N>) => void): void
}

/** Creates a source that sends a socket event for each domain event `eventName`. `toBroadcast` must be a pure function. */
export const on = <D extends DomainEventName, N extends ServerEventName>(
  eventName: D,
  toBroadcast: (payload: DomainEvents[D]) => Broadcast<N>,
): BroadcastSource<N> => ({
  listen: (bus, emit) => {
    bus.on(eventName, (payload) => emit(toBroadcast(payload)))
  },
})

/** Marks a socket event that this server never emits. `never`: the reason. */
export interface NeverEmitted {
  never: string
}

/** Sources of all socket events of the API contract. A missing event is a compile error. */
export type SocketEventSources = {
  readonly [N in ServerEventName]: readonly [BroadcastSource<N>, ...BroadcastSource<N>[]] | NeverEmitted
}
