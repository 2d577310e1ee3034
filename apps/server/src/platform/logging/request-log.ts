import type { FastifyInstance, RawRequestDefaultExpression } from 'fastify'
import { v7 as uuid } from 'uuid'
import type { Metrics } from '../metrics/metrics.ts'

/** Header with the id of a request in the logs of all systems that it passes. */
export const REQUEST_ID_HEADER = 'x-request-id'

/** Returns the request id that a proxy has set, or a new one. */
export function getRequestId({ headers }: Pick<RawRequestDefaultExpression, 'headers'>): string {
  const given = headers[REQUEST_ID_HEADER]
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : uuid()
}

/** Routes that machines poll all day; logged at debug level only. */
const POLLED_ROUTES = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Returns every request's id in a header, counts the request, and logs it by its route. The URL, headers and body are not logged, because
 * they contain phone numbers, names and tokens.
 */
export function logRequests(http: FastifyInstance, metrics: Metrics | null): void {
  http.addHook('onRequest', async (request, reply) => {
    reply.header(REQUEST_ID_HEADER, request.id)
  })
  http.addHook('onResponse', async (request, reply) => {
    const { method, identity } = request
    const route = request.routeOptions.url ?? 'none'
    const ms = Math.round(reply.elapsedTime)
    // A stream lasts as long as its client stays connected, which is no response time.
    const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream')
    if (!isStream) metrics?.requested({ method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1_000 })
    const who = identity ? { tenantId: identity.tenantId, userId: identity.userId } : {}
    request.log[POLLED_ROUTES.has(route) ? 'debug' : 'info']({ method, route, status: reply.statusCode, ms, ...who }, 'request')
  })
}
