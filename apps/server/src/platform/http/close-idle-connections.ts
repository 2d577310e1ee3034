import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const SWEEP_INTERVAL_MS = 100

/**
 * While the server closes, closes idle connections repeatedly: a client could otherwise keep its connection open after the last response
 * and delay the shutdown. Also closes connections that a browser opened in advance without a request, which Node counts as busy.
 */
export function closeIdleConnectionsOnClose(http: FastifyInstance): void {
  const open = new Set<Socket>()
  http.server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  const letGo = () => {
    http.server.closeIdleConnections()
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  }
  http.addHook('preClose', async () => {
    const sweep = setInterval(letGo, SWEEP_INTERVAL_MS)
    http.server.once('close', () => clearInterval(sweep))
  })
}
