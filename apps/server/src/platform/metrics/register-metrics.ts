import type { Deps } from '../deps.ts'
import type { RealtimeServer } from '../realtime/socket-server.ts'

/** Registers the event counters and gauges of this process. Does nothing if metrics are disabled. */
export function registerMetrics(
  { bus, jobs, metrics, cluster }: Pick<Deps, 'bus' | 'jobs' | 'metrics' | 'cluster'>,
  realtime: Pick<RealtimeServer, 'count'>,
): void {
  if (!metrics) return
  bus.onOwn('message.stored', ({ message }) => {
    metrics.stored(message)
    // Some messages already have a later delivery state when they are stored, and no event for that state follows.
    if (message.delivery && message.delivery !== 'queued') metrics.delivered(message.delivery)
  })
  bus.onOwn('message.delivery', ({ delivery }) => metrics.delivered(delivery))
  metrics.gauge({ name: 'prosa_sockets', help: 'Open sockets of staff', read: async () => ({ all: realtime.count() }) })
  metrics.gauge({
    name: 'prosa_jobs_waiting',
    help: 'Jobs that could run now, of all processes; messages to be sent are deliver-message',
    label: 'queue',
    read: () => jobs.waiting(),
  })
  metrics.gauge({
    name: 'prosa_events_unknown',
    help: 'Events of other processes that this version does not know, since the start',
    label: 'event',
    read: async () => cluster.unknownEvents(),
  })
}
