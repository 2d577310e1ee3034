import { ADTS, FilePathSource, Input, MP3, MP4, OGG } from 'mediabunny'

/** What an audio or video file says of its sound. */
export interface AudioFacts {
  /** Milliseconds; null if the file does not say. */
  readonly durationMs: number | null
  /** Null if there is no readable audio track. */
  readonly channels: number | null
}

export const NO_AUDIO_FACTS: AudioFacts = { durationMs: null, channels: null }

/** Reads the duration and the number of channels of an audio or video file. A file that cannot be read has neither, and is not refused for it. */
export async function readAudioFacts(path: string): Promise<AudioFacts> {
  const input = new Input({ source: new FilePathSource(path), formats: [OGG, MP4, MP3, ADTS] })
  try {
    const track = await input.getPrimaryAudioTrack()
    const seconds = await input.computeDuration()
    return {
      durationMs: Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 1_000) : null,
      channels: track ? track.numberOfChannels : null,
    }
  } catch {
    return NO_AUDIO_FACTS
  } finally {
    input.dispose()
  }
}
