/** Duration and number of audio channels, as stated in the headers of an audio or video file. */
export interface AudioMetadata {
  /** Duration in milliseconds, at most one day. Null if the file states no valid duration. */
  readonly durationMs: number | null
  /** Number of audio channels. Null if there is no readable audio track, and for every MP4 file. */
  readonly channels: number | null
}

export const NO_AUDIO_METADATA: AudioMetadata = { durationMs: null, channels: null }

/** Error for a file with impossible headers, such as more samples than bytes. The file is refused. */
export class ImpossibleMetadataError extends Error {}

/** Longest valid duration in seconds. The database column, a 32-bit integer of milliseconds, overflows after 24 days. */
const MAX_SECONDS = 24 * 60 * 60

/** Converts seconds to milliseconds. Returns null if the value is not positive or longer than a day. */
export const toDurationMs = (seconds: number): number | null =>
  seconds > 0 && seconds <= MAX_SECONDS ? Math.round(seconds * 1_000) : null
