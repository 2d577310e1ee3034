import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'

/**
 * `/healthz`: the process answers. `/readyz`: send it requests; not while its database is away, nor once it is closing. 'degraded' serves
 * everything, but hears nothing of the other processes until Redis is back.
 */
export function healthRoutes(
  http: FastifyInstance,
  { db, cluster }: Pick<Deps, 'db' | 'cluster'>,
  isLeaving: () => boolean,
): void {
  http.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  http.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    if (isLeaving()) return reply.code(503).send({ status: 'closing' })
    try {
      await db.ping()
      return cluster.state() === 'whole' ? { status: 'ok' } : { status: 'degraded', redis: 'away' }
    } catch (error) {
      request.log.warn({ err: error }, 'not ready')
      return reply.code(503).send({ status: 'unavailable' })
    }
  })
}
