import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface ClamdDouble {
  /** For CLAMAV_URL. */
  url: string
  /** What it was asked about, in the order in which it was. */
  scanned: Buffer[]
  /** While it is down it hangs up without a word. */
  setDown(isDown: boolean): void
  /** How often it did. */
  hungUp(): number
  close(): Promise<void>
}

/** What this double takes for a virus. */
export const VIRUS = 'VIRUS-DE-TESTE'
const COMMAND = 'zINSTREAM\0'
const HEAD = 4

/** The bytes of a whole question; null: more of it is to come. @throws on what clamd would not understand */
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

/** ClamAV's daemon as far as INSTREAM goes: pieces behind their lengths come in, and one line goes out. */
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
