import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { errors } from '../errors.ts'

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Registers `GET /metrics`, which requires METRICS_TOKEN as a bearer token. Does nothing if METRICS_TOKEN is not set. */
export function metricsRoute(http: FastifyInstance, { config, metrics }: Pick<Deps, 'config' | 'metrics'>): void {
  const token = config.metricsToken
  if (!metrics || !token) return
  http.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const sentToken = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (!timingSafeEqual(sha256(sentToken), sha256(token))) throw errors.notFound()
    const { contentType, text } = await metrics.renderMetrics()
    return reply.type(contentType).header('cache-control', 'no-store').send(text)
  })
}
