import type { Deps } from './deps.ts'
import type { Realtime } from './realtime/socket-server.ts'

/** What stands is asked for when somebody reads; each process counts what it did itself. */
export function measure(
  { bus, jobs, metrics, cluster }: Pick<Deps, 'bus' | 'jobs' | 'metrics' | 'cluster'>,
  realtime: Pick<Realtime, 'count'>,
): void {
  if (!metrics) return
  bus.onOwn('message.stored', ({ message }) => {
    metrics.stored(message)
    // Some have got somewhere as they are stored, and nothing more is told of that.
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
