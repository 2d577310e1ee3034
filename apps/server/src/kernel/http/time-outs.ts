import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Milliseconds within which all of a request to this route must have come. */
    withinMs?: number
  }
}

/**
 * How long a client may take to say what it wants, in milliseconds: its headers, and all of the largest request, which has BYTES_TIMEOUT_MS. What
 * says nothing at all is held to the first. Answers, event streams and sockets may take as long as they like.
 */
export const BYTES_TIMEOUT_MS = 600_000
export const TIME_OUTS = {
  requestTimeout: BYTES_TIMEOUT_MS,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
} as const

/** How long all of any other request may take. */
const REQUEST_MS = 30_000

/** How long a socket may stand without saying who it is, in milliseconds. */
export const SOCKET_CONNECT_MS = 10_000

/** Cuts off what does not come whole within its time: a route's own (`config.withinMs`), else `ms`. Node knows one time for all of them. */
export function limitRequests(http: FastifyInstance, ms = REQUEST_MS): void {
  http.addHook('onRequest', (request, _reply, done) => {
    const { raw, headers } = request
    if (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0) {
      const { withinMs = ms } = request.routeOptions.config
      const timer = setTimeout(() => {
        // A request that came by no socket, as those of tests, has none to cut.
        if (raw.complete || !(raw.socket instanceof Socket)) return
        // As Node itself tells of one that took too long, so that it is answered the same.
        const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
        http.server.emit('clientError', late, raw.socket)
      }, withinMs)
      raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
}
