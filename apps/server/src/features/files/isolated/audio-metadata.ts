/** Duration and number of channels that an audio or video file states. */
export interface AudioMetadata {
  /** Duration in milliseconds, at most one day; null if the file states no valid duration. */
  readonly durationMs: number | null
  /** Number of channels; null if there is no readable audio track, and always null for MP4. */
  readonly channels: number | null
}

export const NO_AUDIO_METADATA: AudioMetadata = { durationMs: null, channels: null }

/** Thrown for a file whose headers are impossible: more samples than bytes, or a frame shorter than its header. The file is refused. */
export class ImpossibleMetadataError extends Error {}

/**
 * Longest accepted duration in seconds. Files of 16 MB are shorter, and the database column, an integer of milliseconds, overflows after 24
 * days.
 */
const MAX_SECONDS = 24 * 60 * 60

/** Converts seconds to milliseconds; null if the value is not positive or longer than a day. */
export const toDurationMs = (seconds: number): number | null =>
  seconds > 0 && seconds <= MAX_SECONDS ? Math.round(seconds * 1_000) : null
