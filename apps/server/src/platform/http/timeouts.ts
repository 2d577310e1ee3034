import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Milliseconds within which a request to this route must have arrived completely. */
    arrivalTimeoutMs?: number
  }
}

/** Milliseconds within which any request must have arrived completely. */
export const UPLOAD_TIMEOUT_MS = 600_000
/** Timeouts of Node's HTTP server in milliseconds. Responses, event streams and sockets have no timeout. */
export const SERVER_TIMEOUTS_MS = {
  requestTimeout: UPLOAD_TIMEOUT_MS,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
} as const

/** Milliseconds within which a request must have arrived completely, for routes without `arrivalTimeoutMs`. */
const ARRIVAL_TIMEOUT_MS = 30_000

/** Milliseconds within which a new socket must authenticate. */
export const SOCKET_CONNECT_TIMEOUT_MS = 10_000

/**
 * Closes requests that do not arrive completely within the route's `config.arrivalTimeoutMs`, by default `ms`. Needed because Node has only
 * one timeout for all routes.
 */
export function closeSlowRequests(http: FastifyInstance, ms = ARRIVAL_TIMEOUT_MS): void {
  http.addHook('onRequest', (request, _reply, done) => {
    const { raw, headers } = request
    if (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0) {
      const { arrivalTimeoutMs = ms } = request.routeOptions.config
      const timer = setTimeout(() => {
        // Requests injected by tests have no socket.
        if (raw.complete || !(raw.socket instanceof Socket)) return
        // Node emits the same error for its own timeout, so the response is the same.
        const timeoutError = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
        http.server.emit('clientError', timeoutError, raw.socket)
      }, arrivalTimeoutMs)
      raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
}
