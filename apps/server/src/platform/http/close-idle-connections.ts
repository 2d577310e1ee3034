import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const SWEEP_INTERVAL_MS = 100

/**
 * Closes idle connections repeatedly during shutdown, because an open connection would delay it. Also closes connections without any
 * request, which browsers open in advance and Node counts as busy.
 */
export function closeIdleConnectionsOnClose(http: FastifyInstance): void {
  const openSockets = new Set<Socket>()
  http.server.on('connection', (socket) => {
    openSockets.add(socket)
    socket.once('close', () => openSockets.delete(socket))
  })
  const closeIdleSockets = () => {
    http.server.closeIdleConnections()
    for (const socket of openSockets) if (socket.bytesRead === 0) socket.destroy()
  }
  http.addHook('preClose', async () => {
    const sweep = setInterval(closeIdleSockets, SWEEP_INTERVAL_MS)
    http.server.once('close', () => clearInterval(sweep))
  })
}
