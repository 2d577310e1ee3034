/** Duration and channels of an audio or video file, as far as the file says. */
export interface AudioFacts {
  /** Milliseconds, one day at most; null if the file does not say. */
  readonly durationMs: number | null
  /** Null if there is no readable audio track, and for MP4. */
  readonly channels: number | null
}

export const NO_AUDIO_FACTS: AudioFacts = { durationMs: null, channels: null }

/** A claim that no whole file makes: more samples than bytes, or a frame shorter than its own header. The file is refused. */
export class ImpossibleClaimError extends Error {}

/** Longest duration in seconds that is believed: files of 16 MB are shorter, and the database's integers end at 24 days. */
const MAX_SECONDS = 24 * 60 * 60

/** Converts seconds to milliseconds; null for what is no duration of a file. */
export const durationOfSeconds = (seconds: number): number | null =>
  seconds > 0 && seconds <= MAX_SECONDS ? Math.round(seconds * 1_000) : null
