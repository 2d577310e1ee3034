import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'

/**
 * Registers the health checks. `/healthz` returns 200 while the process responds. `/readyz` returns 503 if the database is not available or
 * the process is shutting down, otherwise 200.
 * 'degraded' (200) means that Redis is unavailable, so events of other processes do not arrive.
 */
export function healthRoutes(
  http: FastifyInstance,
  { db, cluster }: Pick<Deps, 'db' | 'cluster'>,
  isDraining: () => boolean,
): void {
  let runningPing: Promise<void> | null = null
  /** Pings the database. Concurrent requests share one ping, because the number of requests is not limited. */
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
