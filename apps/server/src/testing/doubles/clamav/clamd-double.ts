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
export const TEST_VIRUS_CONTENT = 'VIRUS-DE-TESTE'
const INSTREAM_COMMAND = 'zINSTREAM\0'
const LENGTH_PREFIX_BYTES = 4

/**
 * Returns the content of a complete request, or null if more bytes are expected.
 * @throws if the request is invalid
 */
function extractStreamedBytes(said: Buffer): Buffer | null {
  if (said.length < INSTREAM_COMMAND.length) return null
  if (said.toString('latin1', 0, INSTREAM_COMMAND.length) !== INSTREAM_COMMAND) throw new Error('UNKNOWN COMMAND')
  const pieces: Buffer[] = []
  for (let at = INSTREAM_COMMAND.length; said.length >= at + LENGTH_PREFIX_BYTES; ) {
    const size = said.readUInt32BE(at)
    if (size === 0) return Buffer.concat(pieces)
    pieces.push(said.subarray(at + LENGTH_PREFIX_BYTES, at + LENGTH_PREFIX_BYTES + size))
    at += LENGTH_PREFIX_BYTES + size
  }
  return null
}

/** Starts a double of ClamAV's daemon that supports only INSTREAM: length-prefixed chunks in, one line out. */
export async function startClamdDouble(): Promise<ClamdDouble> {
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
      const bytes = extractStreamedBytes(said)
      if (!bytes) return
      scanned.push(bytes)
      socket.end(bytes.includes(TEST_VIRUS_CONTENT) ? `stream: ${TEST_VIRUS_CONTENT} FOUND\0` : 'stream: OK\0')
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
