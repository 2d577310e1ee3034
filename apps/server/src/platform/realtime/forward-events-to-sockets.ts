import { type ServerEventName, serverEvents } from '@prosa/contract/events'
import type { Deps } from '../deps.ts'
import type { BroadcastSource, LiveEvents } from './broadcasts.ts'
import type { RealtimeServer } from './socket-server.ts'

/** Subscribes to the domain events of all processes and sends them to the sockets of this process. */
export function forwardEventsToSockets(
  { bus }: Pick<Deps, 'bus'>,
  realtime: Pick<RealtimeServer, 'tell' | 'reconnect'>,
  events: LiveEvents,
): void {
  const listen = <N extends ServerEventName>(name: N, occasions: readonly BroadcastSource<N>[]) => {
    for (const occasion of occasions) occasion.listen(bus, (telling) => realtime.tell(name, telling))
  }
  for (const name of Object.keys(serverEvents) as ServerEventName[]) {
    const told = events[name]
    if (!('never' in told)) listen(name, told)
  }
  bus.on('events.missed', () => realtime.reconnect())
}
