import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Maximum milliseconds within which a request to this route must have arrived completely. */
    arrivalTimeoutMs?: number
  }
}

/**
 * Timeouts in milliseconds for receiving a request: 10 s for the headers, UPLOAD_TIMEOUT_MS for a whole request. A connection that sends no
 * data is closed after the first of them. Responses, event streams and sockets have no timeout.
 */
export const UPLOAD_TIMEOUT_MS = 600_000
export const SERVER_TIMEOUTS_MS = {
  requestTimeout: UPLOAD_TIMEOUT_MS,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
} as const

/** Timeout in milliseconds for receiving a request to a route without its own `withinMs`. */
const ARRIVAL_TIMEOUT_MS = 30_000

/** Milliseconds after which a socket that has not authenticated is closed. */
export const SOCKET_CONNECT_TIMEOUT_MS = 10_000

/**
 * Closes requests that do not arrive completely in time: within the route's `config.withinMs`, or `ms` by default. Needed because Node
 * supports only one timeout for all routes.
 */
export function closeSlowRequests(http: FastifyInstance, ms = ARRIVAL_TIMEOUT_MS): void {
  http.addHook('onRequest', (request, _reply, done) => {
    const { raw, headers } = request
    if (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0) {
      const { arrivalTimeoutMs = ms } = request.routeOptions.config
      const timer = setTimeout(() => {
        // Requests injected by tests have no socket.
        if (raw.complete || !(raw.socket instanceof Socket)) return
        // The same error that Node emits for its own timeout, so that the response is the same.
        const timeoutError = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
        http.server.emit('clientError', timeoutError, raw.socket)
      }, arrivalTimeoutMs)
      raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
}
