import type { ServerEvent, ServerEventName } from '@prosa/contract/events'
import type { DomainEventName, DomainEvents } from '../domain-events.ts'
import type { EventBus } from '../events.ts'

/** One event on its way to the sockets of a room. */
export interface Telling<N extends ServerEventName> {
  room: string
  /** Whose sockets are left out; a socket's id is a room of its own. */
  exceptRoom?: string | undefined
  payload: ServerEvent<N>
  /** Whoever hears it is cut off after it. */
  isLast?: true
}

/** Something that may happen and is then told to sockets as the event `N`. */
export interface Occasion<N extends ServerEventName> {
  listen(bus: Pick<EventBus, 'on'>, tell: (telling: Telling<N>) => void): void
}

/** When `happened`, this is said to whom. `say` is pure. */
export const when = <D extends DomainEventName, N extends ServerEventName>(
  happened: D,
  say: (payload: DomainEvents[D]) => Telling<N>,
): Occasion<N> => ({
  listen: (bus, tell) => {
    bus.on(happened, (payload) => tell(say(payload)))
  },
})

/** Why no occasion of this server tells an event that clients of the contract know. */
export interface NeverTold {
  never: string
}

/** For every event of the contract, when it is told: one that is forgotten does not compile. */
export type LiveEvents = {
  readonly [N in ServerEventName]: readonly [Occasion<N>, ...Occasion<N>[]] | NeverTold
}
