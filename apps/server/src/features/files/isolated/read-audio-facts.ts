import { open } from 'node:fs/promises'
import { BufferSource, Input, MP3 } from 'mediabunny'
import { type AudioFacts, durationOfSeconds, ImpossibleClaimError, NO_AUDIO_FACTS } from './audio-facts.ts'
import { isAdtsFrame, readAdtsFacts } from './read-adts-facts.ts'
import { readMp4Facts } from './read-mp4-facts.ts'
import { readOggFacts } from './read-ogg-facts.ts'

/** The largest audio or video that any channel takes. A larger file is refused whatever is in it. */
const MAX_BYTES = 16 * 1024 * 1024

/**
 * Reads the duration and the number of channels of an audio or video file from its headers and tables; nothing is decoded. A file that
 * cannot be read has neither, and is not refused for it.
 * @throws ImpossibleClaimError if its tables claim what no whole file does
 */
export async function readAudioFacts(path: string): Promise<AudioFacts> {
  const bytes = await readAll(path)
  if (bytes === null) return NO_AUDIO_FACTS
  try {
    if (bytes.toString('latin1', 0, 4) === 'OggS') return readOggFacts(bytes)
    if (bytes.toString('latin1', 4, 8) === 'ftyp') return readMp4Facts(bytes)
    const start = endOfTags(bytes)
    return isAdtsFrame(bytes, start) ? readAdtsFacts(bytes, start) : await readMp3Facts(bytes)
  } catch (error) {
    if (error instanceof ImpossibleClaimError) throw error
    return NO_AUDIO_FACTS
  }
}

/** Reads a whole file; null if it is larger than any audio or video may be. */
async function readAll(path: string): Promise<Buffer | null> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    return size > MAX_BYTES ? null : await file.readFile()
  } finally {
    await file.close()
  }
}

/** Returns where the ID3 tags end that a file begins with. */
function endOfTags(bytes: Buffer): number {
  let at = 0
  while (bytes.toString('latin1', at, at + 3) === 'ID3' && at + 10 <= bytes.length) {
    // Four bytes of seven bits each.
    at += 10 + [6, 7, 8, 9].reduce((size, place) => size * 128 + (bytes.readUInt8(at + place) & 0x7f), 0)
  }
  return at
}

/** Reads an MP3: its length by its index, else by its size. */
async function readMp3Facts(bytes: Buffer): Promise<AudioFacts> {
  const input = new Input({ source: new BufferSource(bytes), formats: [MP3] })
  try {
    const [track] = await input.getAudioTracks()
    if (!track) return NO_AUDIO_FACTS
    const seconds = await track.getDurationFromMetadata()
    return { durationMs: durationOfSeconds(seconds ?? 0), channels: track.numberOfChannels }
  } finally {
    input.dispose()
  }
}
