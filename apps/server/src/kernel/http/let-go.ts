import type { FastifyInstance } from 'fastify'

const SWEEP_MS = 100

/** Once the server is closing: a connection whose last answer has gone out would stay for as long as its client keeps it, and closing would wait. */
export function letGoWhenClosing(http: FastifyInstance): void {
  http.addHook('preClose', async () => {
    const sweep = setInterval(() => http.server.closeIdleConnections(), SWEEP_MS)
    http.server.once('close', () => clearInterval(sweep))
  })
}
