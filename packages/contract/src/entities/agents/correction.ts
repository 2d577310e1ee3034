import * as z from 'zod/mini'
import { id, plainText, timestamp } from '../../fields.ts'

/**
 * Corrections: answers of an agent that users marked as wrong. Each is stored as a test for the agent (2-agents.md, section 6). Prosa
 * extension.
 */

export const CORRECTION_LIMITS = { textChars: 1_000, phraseChars: 200, phrases: 10, activeCorrections: 500 } as const

/**
 * Kinds of corrections. `should`: the agent should have sent `text` instead. `never`: the agent must never send `text`. `person`: the agent
 * should have requested the attention of a user.
 */
const CORRECTION_KINDS = ['should', 'never', 'person'] as const
export const correctionKind = z.enum(CORRECTION_KINDS)
export type CorrectionKind = z.infer<typeof correctionKind>

/**
 * State of a correction. `off`: the correction is no longer checked, because a user disabled it or because its stored conversation was
 * erased together with the lead.
 */
export const correctionState = z.enum(['active', 'off'])

/** Schema of the phrases that a reply must or must not contain, at any position. Upper case and accents are ignored. */
export const correctionPhrases = z
  .array(plainText(CORRECTION_LIMITS.phraseChars).check(z.trim(), z.minLength(1)))
  .check(z.maxLength(CORRECTION_LIMITS.phrases, `Use no máximo ${CORRECTION_LIMITS.phrases}.`))
export const correctionText = plainText(CORRECTION_LIMITS.textChars).check(z.trim())

/** Result of checking a correction against the agent's draft. `red`: the agent would make the mistake again. */
const correctionResult = z.object({
  state: z.enum(['green', 'red']),
  /** Reason why the check failed; null if it passed. */
  why: z.nullable(z.string()),
  /** Reply that the agent would send with the draft. */
  said: z.string(),
})

export const correction = z.object({
  _id: id,
  agent_id: id,
  kind: correctionKind,
  /** The text that the agent should have sent or must never send; for the kind `person`, the reason why a user was needed. */
  text: z.string(),
  must: z.array(z.string()),
  must_not: z.array(z.string()),
  state: correctionState,
  /** The lead's message (`asked`) and the agent's wrong reply (`said`). Null after the lead was erased. */
  asked: z.nullable(z.string()),
  said: z.nullable(z.string()),
  /** Lead, conversation and id of the corrected message. Null after the lead was erased. */
  lead_id: z.nullable(id),
  conversation_id: z.nullable(id),
  message_id: z.nullable(id),
  created_by: z.nullable(id),
  created_by_name: z.nullable(z.string()),
  created_at: timestamp,
  /** Result with the current draft; null if the correction was not checked with this draft yet. */
  checked: z.nullable(correctionResult),
})
export type Correction = z.infer<typeof correction>

/** A check run: all active corrections of an agent are checked with one revision of its draft. */
export const correctionRun = z.object({
  _id: id,
  agent_id: id,
  revision: z.int(),
  /** Number of the published version from which the draft was created. */
  version: z.int(),
  state: z.enum(['running', 'done', 'stopped']),
  total: z.int(),
  done: z.int(),
  red: z.int(),
  started_at: timestamp,
})
export type CorrectionRun = z.infer<typeof correctionRun>
