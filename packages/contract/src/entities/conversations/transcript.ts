import * as z from 'zod/mini'
import { id } from '../../fields.ts'

/**
 * `empty`: the audio contains no speech. `skipped`: longer than the limit for automatic transcription (`TRANSCRIBED`). `failed`:
 * transcription failed. After the last two a user can request it.
 */
const TRANSCRIPT_STATES = ['waiting', 'done', 'empty', 'failed', 'skipped'] as const

/** Limits of automatic transcription (2-agents.md, section 3). `maxBytes` applies if the duration is unknown. */
export const AUTO_TRANSCRIPTION_LIMITS = { maxMs: 600_000, maxBytes: 4 * 1024 * 1024 } as const

/** Transcript of an audio message, with the time of each segment. Prosa extension. */
export const transcript = z.object({
  message_id: id,
  state: z.enum(TRANSCRIPT_STATES),
  text: z.string(),
  /** Language code reported by the transcription service. */
  language: z.nullable(z.string()),
  duration_s: z.nullable(z.number()),
  /** Start and end in seconds. Empty if the transcription service does not report segments. */
  segments: z.array(z.object({ start: z.number(), end: z.number(), text: z.string() })),
  /** User who requested it; null if it was automatic. */
  asked_by: z.nullable(id),
})
export type Transcript = z.infer<typeof transcript>

/** Returns whether a user can request the transcription (again) in this state. */
export const canRequestTranscript = (state: string): boolean => state === 'failed' || state === 'skipped'
