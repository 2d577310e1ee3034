import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

/** Milliseconds between two bytes of a server that sends one byte at a time. */
const TRICKLE_MS = 50
const RESPONSE_HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\nconnection: keep-alive\r\n'

/** Sends a byte at each interval without end. */
function sendBytesEndlessly(socket: Socket, byte: string): void {
  const timer = setInterval(() => socket.write(byte), TRICKLE_MS)
  socket.on('close', () => clearInterval(timer))
}

/** Behaviours of a server after the first bytes of a request, instead of an answer. */
export const MISBEHAVIOURS = {
  silence: () => {},
  upgrade: (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'),
  close: (socket) => socket.destroy(),
  'close after the head': (socket) => socket.end(`${RESPONSE_HEAD}content-length: 10\r\n\r\nab`),
  'a head that trickles': (socket) => sendBytesEndlessly(socket, 'x'),
  'a body that trickles': (socket) => {
    socket.write(`${RESPONSE_HEAD}transfer-encoding: chunked\r\n\r\n`)
    sendBytesEndlessly(socket, '1\r\nx\r\n')
  },
  'a body that stalls': (socket) => socket.write(`${RESPONSE_HEAD}content-length: 10\r\n\r\nab`),
  'early hints without end': (socket) => sendBytesEndlessly(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'),
} satisfies Record<string, (socket: Socket) => void>
export type Misbehaviour = keyof typeof MISBEHAVIOURS

/** Starts a local TCP server that misbehaves. `greeting`: text sent before the client sends anything. */
export async function openMisbehavingServer(misbehaviour: Misbehaviour, greeting = '') {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    if (greeting) socket.write(greeting)
    socket.once('data', () => MISBEHAVIOURS[misbehaviour](socket))
    socket.resume()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    /** Returns the number of connections that clients have not closed. */
    open: () => sockets.size,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
