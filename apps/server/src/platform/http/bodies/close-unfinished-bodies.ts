import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Milliseconds that a client has to send the rest of a request body after the response. */
const LINGER_MS = 5_000

/**
 * Closes a connection whose request body is still incomplete `lingerMs` after an early response. An immediate close would reset the
 * connection, and the client might not receive the response.
 */
export function closeUnfinishedBodies(http: FastifyInstance, lingerMs = LINGER_MS): void {
  http.addHook('onSend', async ({ raw }, reply) => {
    if (raw.complete || !(raw.socket instanceof Socket)) return
    const { socket } = raw
    reply.removeHeader('connection')
    const timer = setTimeout(() => {
      if (!raw.complete) socket.destroy()
    }, lingerMs).unref()
    raw.once('close', () => clearTimeout(timer))
  })
}
