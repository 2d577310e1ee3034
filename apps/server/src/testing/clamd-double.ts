import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface ClamdDouble {
  /** Value for CLAMAV_URL. */
  url: string
  /** The scanned contents, in the order of the requests. */
  scanned: Buffer[]
  /** While it is down, the server closes every connection without an answer. */
  setDown(isDown: boolean): void
  /** Number of connections that were closed without an answer. */
  hungUp(): number
  close(): Promise<void>
}

/** Content that this double reports as a virus. */
export const VIRUS = 'VIRUS-DE-TESTE'
const COMMAND = 'zINSTREAM\0'
const HEAD = 4

/**
 * Returns the content of a complete request, or null if more bytes are expected.
 * @throws if the request is invalid
 */
function bytesIn(said: Buffer): Buffer | null {
  if (said.length < COMMAND.length) return null
  if (said.toString('latin1', 0, COMMAND.length) !== COMMAND) throw new Error('UNKNOWN COMMAND')
  const pieces: Buffer[] = []
  for (let at = COMMAND.length; said.length >= at + HEAD; ) {
    const size = said.readUInt32BE(at)
    if (size === 0) return Buffer.concat(pieces)
    pieces.push(said.subarray(at + HEAD, at + HEAD + size))
    at += HEAD + size
  }
  return null
}

/** Starts a double of ClamAV's daemon that supports only INSTREAM: length-prefixed chunks in, one line out. */
export async function startClamd(): Promise<ClamdDouble> {
  const scanned: Buffer[] = []
  const open = new Set<Socket>()
  let isDown = false
  let hungUp = 0
  const server = createServer((socket) => {
    if (isDown) {
      hungUp += 1
      socket.destroy()
      return
    }
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => undefined)
    let said = Buffer.alloc(0)
    socket.on('data', (piece: Buffer) => {
      said = Buffer.concat([said, piece])
      const bytes = bytesIn(said)
      if (!bytes) return
      scanned.push(bytes)
      socket.end(bytes.includes(VIRUS) ? `stream: ${VIRUS} FOUND\0` : 'stream: OK\0')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    scanned,
    setDown: (down) => {
      isDown = down
    },
    hungUp: () => hungUp,
    close: async () => {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
