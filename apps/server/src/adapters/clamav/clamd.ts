import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { VirusScanner } from '../../platform/external-services/virus-scanner.ts'
import { withDeadline } from '../../platform/external-services/with-deadline.ts'

/** Timeout of one virus scan in milliseconds, including the upload to the scanner. A scan of 100 MB takes a few seconds. */
const SCAN_TIMEOUT_MS = 180_000
const DEFAULT_PORT = 3_310

/**
 * Creates a virus scanner that sends files to ClamAV's daemon at `tcp://host[:port]` with the INSTREAM command. Each scan opens a
 * connection of its own.
 */
export function createVirusScanner(url: string, scanMs = SCAN_TIMEOUT_MS): VirusScanner {
  const { hostname, port } = new URL(url)
  return {
    scan: async (bytes) => {
      const socket = connect({ host: hostname, port: Number(port) || DEFAULT_PORT })
      // An error before the scanner's answer makes reading the answer fail. A later error does not change the verdict.
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
  // Aborts the upload as soon as the scanner's answer is complete.
  pipeline(frameChunks(bytes), socket, { end: false, signal: uploadAbort.signal }).catch((error: Error) => socket.destroy(error))
  try {
    return (await text(socket)).replaceAll('\0', '').trim()
  } finally {
    uploadAbort.abort()
  }
}

/** Yields the bytes that ClamAV expects: the INSTREAM command, each chunk preceded by its length, and a zero length that marks the end. */
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
