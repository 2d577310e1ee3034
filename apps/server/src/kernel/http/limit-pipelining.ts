import type { FastifyInstance } from 'fastify'

/** Requests of one connection that may wait for their answers at the same time. Browsers and proxies send one. */
export const PIPELINED_MOST = 4

/**
 * Closes a connection that sends more requests than PIPELINED_MOST without waiting for their answers. Node begins all of them at once, and
 * reads no slower while the client reads nothing: each keeps a file and its buffers open. Runs before any other hook.
 */
export function limitPipelining(http: FastifyInstance): void {
  const unanswered = new WeakMap<object, number>()
  http.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    const count = (unanswered.get(socket) ?? 0) + 1
    if (count > PIPELINED_MOST) {
      socket.destroy()
      reply.hijack()
      return
    }
    unanswered.set(socket, count)
    reply.raw.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
    done()
  })
}
