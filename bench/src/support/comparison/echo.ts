import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'
import { reportPort } from './report-port.ts'

/** Raw WebSocket server: echoes messages, and broadcasts those that begin with an exclamation mark. */
const server = createServer()
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
sockets.on('connection', (socket) => {
  socket.on('message', (data, isBinary) => {
    const text = isBinary ? '' : (data as Buffer).toString()
    if (!text.startsWith('!')) {
      socket.send(data, { binary: isBinary })
      return
    }
    for (const client of sockets.clients) client.send(text)
  })
})
reportPort(server)
