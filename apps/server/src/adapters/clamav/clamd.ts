import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { VirusScanner } from '../../platform/external-services/virus-scanner.ts'
import { withDeadline } from '../../platform/external-services/with-deadline.ts'

/** Timeout in milliseconds of one virus scan, including the upload. A scan of 100 MB takes a few seconds. */
const SCAN_TIMEOUT_MS = 180_000
const DEFAULT_PORT = 3_310

/** Creates a virus scanner that sends files to ClamAV's daemon at `tcp://host[:port]`. Each scan opens its own connection. */
export function createVirusScanner(url: string, scanMs = SCAN_TIMEOUT_MS): VirusScanner {
  const { hostname, port } = new URL(url)
  return {
    scan: async (bytes) => {
      const socket = connect({ host: hostname, port: Number(port) || DEFAULT_PORT })
      // Errors need no handling: before the scanner's answer, they make reading the answer fail; later they do not change the verdict.
      socket.on('error', () => undefined)
      try {
        return parseVerdict(await withDeadline(scanMs, () => streamToScanner(socket, bytes)))
      } finally {
        socket.destroy()
      }
    },
  }
}

async function streamToScanner(socket: Socket, bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const uploadAbort = new AbortController()
  // The upload is aborted in `finally`, because the scanner may answer before it has received the whole file.
  pipeline(frameChunks(bytes), socket, { end: false, signal: uploadAbort.signal }).catch((error: Error) => socket.destroy(error))
  try {
    return (await text(socket)).replaceAll('\0', '').trim()
  } finally {
    uploadAbort.abort()
  }
}

/** Yields the bytes of ClamAV's INSTREAM command: the command, each chunk after its length, and a final zero length. */
async function* frameChunks(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  yield Buffer.from('zINSTREAM\0')
  for await (const piece of bytes) {
    yield encodeLength(piece.length)
    yield piece
  }
  yield encodeLength(0)
}

const encodeLength = (size: number): Buffer => {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(size)
  return head
}

function parseVerdict(response: string) {
  if (response === 'stream: OK') return 'clean'
  if (response.startsWith('stream: ') && response.endsWith(' FOUND')) return 'infected'
  throw new Error(`The scanner said: ${response.slice(0, 200)}`)
}
