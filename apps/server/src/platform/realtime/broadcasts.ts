import type { ServerEvent, ServerEventName } from '@prosa/contract/events'
import type { DomainEventName, DomainEvents } from '../events/domain-events.ts'
import type { EventBus } from '../events/event-bus.ts'

/** An event for the sockets of a room. */
export interface Broadcast<N extends ServerEventName> {
  room: string
  /** Room whose sockets do not receive the event; a socket's id is also a room. */
  exceptRoom?: string | undefined
  payload: ServerEvent<N>
  /** Disconnects the sockets after the event. */
  isLast?: true
}

/** Source of the socket event `N`. */
export interface BroadcastSource<N extends ServerEventName> {
  listen(bus: Pick<EventBus, 'on'>, tell: (telling: Broadcast<N>) => void): void
}

/** Creates a source that sends a socket event for each domain event. `say` is a pure function. */
export const on = <D extends DomainEventName, N extends ServerEventName>(
  happened: D,
  say: (payload: DomainEvents[D]) => Broadcast<N>,
): BroadcastSource<N> => ({
  listen: (bus, tell) => {
    bus.on(happened, (payload) => tell(say(payload)))
  },
})

/** Reason why this server never emits an event of the contract. */
export interface NeverEmitted {
  never: string
}

/** Sources of all events of the contract; a missing one is a compile error. */
export type LiveEvents = {
  readonly [N in ServerEventName]: readonly [BroadcastSource<N>, ...BroadcastSource<N>[]] | NeverEmitted
}
