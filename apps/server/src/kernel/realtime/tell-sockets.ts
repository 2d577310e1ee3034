import { type ServerEventName, serverEvents } from '@prosa/contract/events'
import type { Deps } from '../deps.ts'
import type { LiveEvents, Occasion } from './occasions.ts'
import type { Realtime } from './socket-server.ts'

/** Forwards domain events of all processes to the sockets of this process. */
export function tellSockets(
  { bus }: Pick<Deps, 'bus'>,
  realtime: Pick<Realtime, 'tell' | 'reconnect'>,
  events: LiveEvents,
): void {
  const listen = <N extends ServerEventName>(name: N, occasions: readonly Occasion<N>[]) => {
    for (const occasion of occasions) occasion.listen(bus, (telling) => realtime.tell(name, telling))
  }
  for (const name of Object.keys(serverEvents) as ServerEventName[]) {
    const told = events[name]
    if (!('never' in told)) listen(name, told)
  }
  bus.on('events.missed', () => realtime.reconnect())
}
