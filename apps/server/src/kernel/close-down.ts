import type { FastifyInstance } from 'fastify'
import type { Deps } from './deps.ts'

/** Requests that take longer than this to come to their end are cut off. */
const CUT_MS = 5_000

/**
 * Ends a process in good order: what is under way is answered while running jobs finish, then all that both stand on is let go. A request
 * that dawdles costs nobody but itself.
 */
export async function closeDown(
  http: Pick<FastifyInstance, 'close' | 'server'>,
  {
    jobs,
    cluster,
    db,
  }: { jobs: Pick<Deps['jobs'], 'stop'>; cluster: Pick<Deps['cluster'], 'close'>; db: Pick<Deps['db'], 'close'> },
  cutMs = CUT_MS,
): Promise<void> {
  const cut = setTimeout(() => http.server.closeAllConnections(), cutMs)
  await Promise.all([http.close(), jobs.stop()])
  clearTimeout(cut)
  await cluster.close()
  await db.close()
}
