import type { FastifyInstance, RawRequestDefaultExpression } from 'fastify'
import { v7 as uuid } from 'uuid'
import type { Metrics } from '../metrics/metrics.ts'

/** HTTP header with a request's id, by which log entries of several systems are matched. */
export const REQUEST_ID_HEADER = 'x-request-id'

/** Returns the request id from the header, or a new one if the header is missing or invalid. */
export function getRequestId({ headers }: Pick<RawRequestDefaultExpression, 'headers'>): string {
  const headerValue = headers[REQUEST_ID_HEADER]
  return typeof headerValue === 'string' && /^[\w-]{8,64}$/.test(headerValue) ? headerValue : uuid()
}

/** Routes that monitoring systems poll. Their requests are logged at debug level. */
const POLLED_ROUTES = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Counts and logs each request, and returns the request id in a response header. URL, headers and body are not logged, because they contain
 * phone numbers, names and tokens.
 */
export function logRequests(http: FastifyInstance, metrics: Metrics | null): void {
  http.addHook('onRequest', async (request, reply) => {
    reply.header(REQUEST_ID_HEADER, request.id)
  })
  http.addHook('onResponse', async (request, reply) => {
    const { method, identity } = request
    const route = request.routeOptions.url ?? 'none'
    const ms = Math.round(reply.elapsedTime)
    // The duration of an event stream is not a response time.
    const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream')
    if (!isStream) metrics?.recordRequest({ method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1_000 })
    const userFields = identity ? { tenantId: identity.tenantId, userId: identity.userId } : {}
    request.log[POLLED_ROUTES.has(route) ? 'debug' : 'info'](
      { method, route, status: reply.statusCode, ms, ...userFields },
      'request',
    )
  })
}
