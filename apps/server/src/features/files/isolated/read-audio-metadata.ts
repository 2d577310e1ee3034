import { open } from 'node:fs/promises'
import { BufferSource, Input, MP3 } from 'mediabunny'
import { type AudioMetadata, ImpossibleMetadataError, NO_AUDIO_METADATA, toDurationMs } from './audio-metadata.ts'
import { isAdtsFrame, readAdtsMetadata } from './read-adts-metadata.ts'
import { readMp4Metadata } from './read-mp4-metadata.ts'
import { readOggMetadata } from './read-ogg-metadata.ts'

/** Size in bytes of the largest audio or video file that any channel accepts. Larger files are refused anyway and not read. */
const MAX_BYTES = 16 * 1024 * 1024

/**
 * Reads the duration and the number of channels of an audio or video file from its headers, without decoding. Returns null for both if the
 * file cannot be parsed; such a file is not refused.
 * @throws ImpossibleMetadataError if the headers or tables are impossible
 */
export async function readAudioMetadata(path: string): Promise<AudioMetadata> {
  const bytes = await readWholeFile(path)
  if (bytes === null) return NO_AUDIO_METADATA
  try {
    if (bytes.toString('latin1', 0, 4) === 'OggS') return readOggMetadata(bytes)
    if (bytes.toString('latin1', 4, 8) === 'ftyp') return readMp4Metadata(bytes)
    const start = findEndOfTags(bytes)
    return isAdtsFrame(bytes, start) ? readAdtsMetadata(bytes, start) : await readMp3Metadata(bytes)
  } catch (error) {
    if (error instanceof ImpossibleMetadataError) throw error
    return NO_AUDIO_METADATA
  }
}

/** Reads a whole file into memory; null if it is larger than MAX_BYTES. */
async function readWholeFile(path: string): Promise<Buffer | null> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    return size > MAX_BYTES ? null : await file.readFile()
  } finally {
    await file.close()
  }
}

/** Returns the byte offset after the ID3 tags at the beginning of a file; 0 if there are none. */
function findEndOfTags(bytes: Buffer): number {
  let offset = 0
  while (bytes.toString('latin1', offset, offset + 3) === 'ID3' && offset + 10 <= bytes.length) {
    // The size of a tag is stored in four bytes of seven bits each.
    offset += 10 + [6, 7, 8, 9].reduce((size, byteIndex) => size * 128 + (bytes.readUInt8(offset + byteIndex) & 0x7f), 0)
  }
  return offset
}

/**
 * Reads the duration and the number of channels of an MP3 file. If the file states no duration, the duration is estimated from the file
 * size.
 */
async function readMp3Metadata(bytes: Buffer): Promise<AudioMetadata> {
  const input = new Input({ source: new BufferSource(bytes), formats: [MP3] })
  try {
    const [track] = await input.getAudioTracks()
    if (!track) return NO_AUDIO_METADATA
    const seconds = await track.getDurationFromMetadata()
    return { durationMs: toDurationMs(seconds ?? 0), channels: track.numberOfChannels }
  } finally {
    input.dispose()
  }
}
