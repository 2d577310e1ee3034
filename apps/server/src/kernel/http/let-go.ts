import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const SWEEP_MS = 100

/**
 * Once the server is closing: a connection whose last answer has gone out would stay for as long as its client keeps it, and closing would wait.
 * So would one that a browser has opened ahead and asked nothing on yet, which Node takes for busy.
 */
export function letGoWhenClosing(http: FastifyInstance): void {
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
    const sweep = setInterval(letGo, SWEEP_MS)
    http.server.once('close', () => clearInterval(sweep))
  })
}
