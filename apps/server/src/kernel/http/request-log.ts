import type { FastifyInstance, RawRequestDefaultExpression } from 'fastify'
import { v7 as uuid } from 'uuid'
import type { Metrics } from '../metrics.ts'

/** Names a request in the logs of everything that it passes through. */
export const REQUEST_ID = 'x-request-id'

/** The id that whoever stands in front has given, or one of our own. */
export function requestId({ headers }: Pick<RawRequestDefaultExpression, 'headers'>): string {
  const given = headers[REQUEST_ID]
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : uuid()
}

/** Asked for all day by machines. */
const QUIET = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Answers every request's id, counts it, and logs it by its route: an address as it was asked holds phones, names and tokens, and neither
 * header nor body is anybody's to read.
 */
export function logRequests(http: FastifyInstance, metrics: Metrics | null): void {
  http.addHook('onRequest', async (request, reply) => {
    reply.header(REQUEST_ID, request.id)
  })
  http.addHook('onResponse', async (request, reply) => {
    const { method, identity } = request
    const route = request.routeOptions.url ?? 'none'
    const ms = Math.round(reply.elapsedTime)
    // A stream lasts as long as its reader stays: no measure of an answer.
    const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream')
    if (!isStream) metrics?.requested({ method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1_000 })
    const who = identity ? { tenantId: identity.tenantId, userId: identity.userId } : {}
    request.log[QUIET.has(route) ? 'debug' : 'info']({ method, route, status: reply.statusCode, ms, ...who }, 'request')
  })
}
