import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Milliseconds in which a client may send the rest of its request body after an early response. */
const LINGER_MS = 5_000

/**
 * Handles requests that are answered before their body has arrived. Node discards the rest of the body. If the body is still incomplete
 * after `lingerMs`, closes the connection. Closing it immediately would reset it, and the client might not receive the response.
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
