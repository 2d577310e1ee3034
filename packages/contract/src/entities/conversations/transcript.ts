import * as z from 'zod/mini'
import { id } from '../../fields.ts'

/**
 * States of a transcript. `empty`: the audio contains no speech. `skipped`: the audio exceeds AUTO_TRANSCRIPTION_LIMITS. `failed`: the
 * transcription failed. In the states `failed` and `skipped`, a user can request the transcription.
 */
const TRANSCRIPT_STATES = ['waiting', 'done', 'empty', 'failed', 'skipped'] as const

/**
 * Limits up to which audio is transcribed automatically (2-agents.md, section 3): duration in milliseconds, or size in bytes if the
 * duration is unknown.
 */
export const AUTO_TRANSCRIPTION_LIMITS = { maxMs: 600_000, maxBytes: 4 * 1024 * 1024 } as const

/** Transcript of an audio message, with the time of each segment. Prosa extension. */
export const transcript = z.object({
  message_id: id,
  state: z.enum(TRANSCRIPT_STATES),
  text: z.string(),
  /** Language code reported by the transcription service. */
  language: z.nullable(z.string()),
  duration_s: z.nullable(z.number()),
  /** Transcribed segments, with start and end in seconds. Empty if the transcription service does not report segments. */
  segments: z.array(z.object({ start: z.number(), end: z.number(), text: z.string() })),
  /** User who requested the transcript; null if it was created automatically. */
  asked_by: z.nullable(id),
})
export type Transcript = z.infer<typeof transcript>

/** Returns whether a user can request a transcription in this state. */
export const canRequestTranscript = (state: string): boolean => state === 'failed' || state === 'skipped'
