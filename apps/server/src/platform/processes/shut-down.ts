import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'

const CLOSE_CONNECTIONS_AFTER_MS = 5_000

/**
 * Completes requests and running jobs, then closes the cluster connection and the database. Requests that are still open after
 * `abortAfterMs` milliseconds are aborted.
 */
export async function shutDown(
  http: Pick<FastifyInstance, 'close' | 'server'>,
  {
    jobs,
    cluster,
    db,
  }: { jobs: Pick<Deps['jobs'], 'stop'>; cluster: Pick<Deps['cluster'], 'close'>; db: Pick<Deps['db'], 'close'> },
  abortAfterMs = CLOSE_CONNECTIONS_AFTER_MS,
): Promise<void> {
  const abortTimer = setTimeout(() => http.server.closeAllConnections(), abortAfterMs)
  await Promise.all([http.close(), jobs.stop()])
  clearTimeout(abortTimer)
  await cluster.close()
  await db.close()
}
