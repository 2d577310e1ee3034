import * as z from 'zod/mini'
import { id } from '../fields.ts'

/**
 * `empty`: nothing is said in it. `skipped`: longer than what is transcribed unasked (`TRANSCRIBED`). `failed`: it could not be had.
 * After the last two it may be asked for.
 */
const STATES = ['waiting', 'done', 'empty', 'failed', 'skipped'] as const

/** What is transcribed without being asked for (2-agents.md, section 3): a sound of whose length nothing is known goes by its size. */
export const TRANSCRIBED = { maxMs: 600_000, maxBytes: 4 * 1024 * 1024 } as const

/** The text of a sound, and when each part of it is said. Ours. */
export const transcript = z.object({
  message_id: id,
  state: z.enum(STATES),
  text: z.string(),
  /** As the transcriber names it. */
  language: z.nullable(z.string()),
  duration_s: z.nullable(z.number()),
  /** In seconds from the beginning; none where the transcriber does not tell them. */
  segments: z.array(z.object({ start: z.number(), end: z.number(), text: z.string() })),
  /** The person who asked for it; null: nobody had to. */
  asked_by: z.nullable(id),
})
export type Transcript = z.infer<typeof transcript>

/** True when a person may ask for it (again). */
export const mayBeAsked = (state: string): boolean => state === 'failed' || state === 'skipped'
