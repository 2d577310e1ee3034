import type { Deps } from '../deps.ts'
import type { RealtimeServer } from '../realtime/socket-server.ts'

/** Registers the metrics of this process. Does nothing if metrics are disabled. */
export function registerMetrics(
  { bus, jobs, metrics, cluster }: Pick<Deps, 'bus' | 'jobs' | 'metrics' | 'cluster'>,
  realtime: Pick<RealtimeServer, 'countSockets'>,
): void {
  if (!metrics) return
  bus.onLocal('message.stored', ({ message }) => {
    metrics.recordStoredMessage(message)
    // Messages may be stored with a later delivery state, for which no event follows.
    if (message.delivery && message.delivery !== 'queued') metrics.recordDelivery(message.delivery)
  })
  bus.onLocal('message.delivery', ({ delivery }) => metrics.recordDelivery(delivery))
  metrics.registerGauge({
    name: 'prosa_sockets',
    help: 'Open sockets of staff',
    readValues: async () => ({ all: realtime.countSockets() }),
  })
  metrics.registerGauge({
    name: 'prosa_jobs_waiting',
    help: 'Jobs that could run now, of all processes; messages to be sent are deliver-message',
    label: 'queue',
    readValues: () => jobs.countWaiting(),
  })
  metrics.registerGauge({
    name: 'prosa_events_unknown',
    help: 'Events of other processes that this version does not know, since the start',
    label: 'event',
    readValues: async () => cluster.unknownEvents(),
  })
}
