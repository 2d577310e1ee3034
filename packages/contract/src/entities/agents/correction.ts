import * as z from 'zod/mini'
import { id, plainText, timestamp } from '../../fields.ts'

/** A wrong answer of an agent, stored as a test (2-agents.md, section 6). Prosa extension. */

export const CORRECTION_LIMITS = { textChars: 1_000, phraseChars: 200, phrases: 10, most: 500 } as const

/** The agent should have sent `text`, must never send it, or should have requested a user. */
const CORRECTION_KINDS = ['should', 'never', 'person'] as const
export const correctionKind = z.enum(CORRECTION_KINDS)
export type CorrectionKind = z.infer<typeof correctionKind>

/** `off`: it is not checked any more. Also set when its stored turn was erased with the lead. */
export const correctionState = z.enum(['active', 'off'])

/** Phrases that a reply must or must not contain, at any position. Upper case and accents are ignored. */
export const correctionPhrases = z
  .array(plainText(CORRECTION_LIMITS.phraseChars).check(z.trim(), z.minLength(1)))
  .check(z.maxLength(CORRECTION_LIMITS.phrases, `Use no máximo ${CORRECTION_LIMITS.phrases}.`))
export const correctionText = plainText(CORRECTION_LIMITS.textChars).check(z.trim())

/** Result of checking a correction. `red`: the agent would make the mistake again. */
const correctionResult = z.object({
  state: z.enum(['green', 'red']),
  /** Reason why it failed. */
  why: z.nullable(z.string()),
  /** The agent's current reply. */
  said: z.string(),
})

export const correction = z.object({
  _id: id,
  agent_id: id,
  kind: correctionKind,
  /** The text that the agent should have sent or must never send, or the reason why a user was needed. */
  text: z.string(),
  must: z.array(z.string()),
  must_not: z.array(z.string()),
  state: correctionState,
  /** The lead's message and the agent's reply; null after they were erased. */
  asked: z.nullable(z.string()),
  said: z.nullable(z.string()),
  /** The corrected message; null after its lead was erased. */
  lead_id: z.nullable(id),
  conversation_id: z.nullable(id),
  message_id: z.nullable(id),
  created_by: z.nullable(id),
  created_by_name: z.nullable(z.string()),
  created_at: timestamp,
  /** Result with the current draft; null if it was not checked yet. */
  checked: z.nullable(correctionResult),
})
export type Correction = z.infer<typeof correction>

/** A check of all active corrections of an agent with one revision of its draft. */
export const correctionRun = z.object({
  _id: id,
  agent_id: id,
  revision: z.int(),
  /** Number of the published version on which the draft is based. */
  version: z.int(),
  state: z.enum(['running', 'done', 'stopped']),
  total: z.int(),
  done: z.int(),
  red: z.int(),
  started_at: timestamp,
})
export type CorrectionRun = z.infer<typeof correctionRun>
