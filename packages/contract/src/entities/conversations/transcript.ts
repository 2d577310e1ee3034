import * as z from 'zod/mini'
import { id } from '../../fields.ts'

/** States of a transcript. `empty`: the audio contains no speech. `skipped`: the audio exceeds AUTO_TRANSCRIPTION_LIMITS. */
const TRANSCRIPT_STATES = ['waiting', 'done', 'empty', 'failed', 'skipped'] as const

/** Limits up to which audio is transcribed automatically (2-agents.md, section 3). `maxBytes` applies only if the duration is unknown. */
export const AUTO_TRANSCRIPTION_LIMITS = { maxMs: 600_000, maxBytes: 4 * 1024 * 1024 } as const

/** Transcript of an audio message. Prosa extension. */
export const transcript = z.object({
  message_id: id,
  state: z.enum(TRANSCRIPT_STATES),
  text: z.string(),
  /** Language code from the transcription service. */
  language: z.nullable(z.string()),
  duration_s: z.nullable(z.number()),
  /** Transcribed segments, with start and end in seconds. Empty if the transcription service does not report segments. */
  segments: z.array(z.object({ start: z.number(), end: z.number(), text: z.string() })),
  /** User who requested the transcript; null if it was created automatically. */
  asked_by: z.nullable(id),
})
export type Transcript = z.infer<typeof transcript>

export const canRequestTranscript = (state: string): boolean => state === 'failed' || state === 'skipped'
