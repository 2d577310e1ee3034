import { type ServerEventName, serverEvents } from '@prosa/contract/events'
import type { Deps } from '../deps.ts'
import type { BroadcastSource, SocketEventSources } from './broadcasts.ts'
import type { RealtimeServer } from './socket-server.ts'

/** Sends the domain events of all processes to the sockets of this process. */
export function forwardEventsToSockets(
  { bus }: Pick<Deps, 'bus'>,
  realtime: Pick<RealtimeServer, 'emit' | 'forceReconnect'>,
  events: SocketEventSources,
): void {
  const listen = <N extends ServerEventName>(name: N, sources: readonly BroadcastSource<N>[]) => {
    for (const source of sources) source.listen(bus, (broadcast) => realtime.emit(name, broadcast))
  }
  for (const name of Object.keys(serverEvents) as ServerEventName[]) {
    const sources = events[name]
    if (!('never' in sources)) listen(name, sources)
  }
  bus.on('events.missed', () => realtime.forceReconnect())
}
