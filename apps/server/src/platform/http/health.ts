import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'

/**
 * `/healthz`: the process answers. `/readyz`: it accepts requests; 503 if its database is not available or it is shutting down. 'degraded':
 * it serves all requests, but receives no events of other processes until Redis is back.
 */
export function healthRoutes(
  http: FastifyInstance,
  { db, cluster }: Pick<Deps, 'db' | 'cluster'>,
  isLeaving: () => boolean,
): void {
  let running: Promise<void> | null = null
  /** Requests that arrive during a ping share it: anybody may send any number of them. */
  const ping = (): Promise<void> => {
    running ??= db.ping().finally(() => {
      running = null
    })
    return running
  }
  http.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  http.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    if (isLeaving()) return reply.code(503).send({ status: 'closing' })
    try {
      await ping()
      return cluster.state() === 'whole' ? { status: 'ok' } : { status: 'degraded', redis: 'away' }
    } catch (error) {
      request.log.warn({ err: error }, 'not ready')
      return reply.code(503).send({ status: 'unavailable' })
    }
  })
}
