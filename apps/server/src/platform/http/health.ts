import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'

/**
 * Registers the health checks. `/healthz`: 200 if the process responds. `/readyz`: 200 if the process accepts requests, 503 if the database
 * is not available or the process is shutting down. 'degraded' (200): all requests work, but events of other processes are not received
 * until Redis is available again.
 */
export function healthRoutes(
  http: FastifyInstance,
  { db, cluster }: Pick<Deps, 'db' | 'cluster'>,
  isDraining: () => boolean,
): void {
  let runningPing: Promise<void> | null = null
  /** Pings the database. Concurrent requests share one ping, because anyone may send any number of requests. */
  const ping = (): Promise<void> => {
    runningPing ??= db.ping().finally(() => {
      runningPing = null
    })
    return runningPing
  }
  http.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  http.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    if (isDraining()) return reply.code(503).send({ status: 'closing' })
    try {
      await ping()
      return cluster.state() === 'whole' ? { status: 'ok' } : { status: 'degraded', redis: 'away' }
    } catch (error) {
      request.log.warn({ err: error }, 'not ready')
      return reply.code(503).send({ status: 'unavailable' })
    }
  })
}
