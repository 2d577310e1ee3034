import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'

/** Time in milliseconds after which open requests are cut off. */
const CLOSE_CONNECTIONS_AFTER_MS = 5_000

/**
 * Shuts a process down: answers open requests while running jobs finish, then closes the cluster connection and the database. Requests
 * still open after `cutMs` are cut off, so that a slow one does not delay the others.
 */
export async function shutDown(
  http: Pick<FastifyInstance, 'close' | 'server'>,
  {
    jobs,
    cluster,
    db,
  }: { jobs: Pick<Deps['jobs'], 'stop'>; cluster: Pick<Deps['cluster'], 'close'>; db: Pick<Deps['db'], 'close'> },
  cutMs = CLOSE_CONNECTIONS_AFTER_MS,
): Promise<void> {
  const cut = setTimeout(() => http.server.closeAllConnections(), cutMs)
  await Promise.all([http.close(), jobs.stop()])
  clearTimeout(cut)
  await cluster.close()
  await db.close()
}
