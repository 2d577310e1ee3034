import { type AudioMetadata, NO_AUDIO_METADATA, toDurationMs } from './audio-metadata.ts'

const PAGE_SIGNATURE = 'OggS'
const HEADER_BYTES = 27
/** Opus counts positions at 48,000 samples per second, whatever the sample rate of the recording. */
const OPUS_RATE = 48_000
/** Position (granule position) of an OGG page on which no packet ends. */
const NO_POSITION = -1n

/** Audio stream of an OGG file. */
interface Stream {
  readonly serial: number
  readonly channels: number
  readonly rate: number
  /** Number of samples at the beginning that players skip. */
  readonly preSkip: number
}

/** Parses the header of an audio stream from the content of an OGG page. Returns null if the stream is neither Opus nor Vorbis. */
function parseStreamHeader(serial: number, body: Buffer): Stream | null {
  if (body.length >= 19 && body.toString('latin1', 0, 8) === 'OpusHead')
    return { serial, channels: body.readUInt8(9), rate: OPUS_RATE, preSkip: body.readUInt16LE(10) }
  if (body.length >= 30 && body.toString('latin1', 0, 7) === '\u0001vorbis')
    return { serial, channels: body.readUInt8(11), rate: body.readUInt32LE(12), preSkip: 0 }
  return null
}

/**
 * Reads the duration and the number of channels of the first audio stream in an OGG file. The position of the last page is the duration.
 */
export function readOggMetadata(bytes: Buffer): AudioMetadata {
  let [stream, end]: [Stream | null, bigint] = [null, 0n]
  for (let offset = bytes.indexOf(PAGE_SIGNATURE); offset !== -1; offset = bytes.indexOf(PAGE_SIGNATURE, offset)) {
    if (offset + HEADER_BYTES > bytes.length) break
    const bodyStart = offset + HEADER_BYTES + bytes.readUInt8(offset + 26)
    const bodySize = bytes.subarray(offset + HEADER_BYTES, bodyStart).reduce((sum, size) => sum + size, 0)
    const serial = bytes.readUInt32LE(offset + 14)
    stream ??= parseStreamHeader(serial, bytes.subarray(bodyStart, bodyStart + bodySize))
    const position = bytes.readBigInt64LE(offset + 6)
    if (stream?.serial === serial && position !== NO_POSITION) end = position
    offset = bodyStart + bodySize
  }
  if (!stream) return NO_AUDIO_METADATA
  return { durationMs: toDurationMs((Number(end) - stream.preSkip) / stream.rate), channels: stream.channels || null }
}
