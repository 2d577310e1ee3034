import type { FastifyInstance } from 'fastify'

/** Maximum number of requests in progress on one connection. Browsers and proxies send one at a time. */
export const MAX_PIPELINED_REQUESTS = 4

/**
 * Closes a connection with more than MAX_PIPELINED_REQUESTS requests in progress. Node starts all of them at once, and each occupies a file
 * and buffers even if the client reads no response.
 * Must be registered before all other hooks.
 */
export function limitPipelining(http: FastifyInstance): void {
  const unansweredCounts = new WeakMap<object, number>()
  http.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    const count = (unansweredCounts.get(socket) ?? 0) + 1
    if (count > MAX_PIPELINED_REQUESTS) {
      socket.destroy()
      reply.hijack()
      return
    }
    unansweredCounts.set(socket, count)
    reply.raw.once('close', () => unansweredCounts.set(socket, (unansweredCounts.get(socket) ?? 1) - 1))
    done()
  })
}
