import * as z from 'zod/mini'
import { id, plainText, timestamp } from '../../fields.ts'

/**
 * Corrections: replies of an agent that users marked as wrong. Each correction is a test for changed agent settings (2-agents.md, section
 * 6). Prosa extension.
 */

export const CORRECTION_LIMITS = { textChars: 1_000, phraseChars: 200, phrases: 10, activeCorrections: 500 } as const

/**
 * Kinds of corrections. `should`: the agent should have sent `text` instead. `never`: the agent must never send `text`. `person`: the agent
 * should have asked a user to take over.
 */
const CORRECTION_KINDS = ['should', 'never', 'person'] as const
export const correctionKind = z.enum(CORRECTION_KINDS)
export type CorrectionKind = z.infer<typeof correctionKind>

/** State of a correction. `off`: not checked any more, because a user disabled it or the lead's conversation was erased. */
export const correctionState = z.enum(['active', 'off'])

/** Schema of the phrases that a reply must contain, or must not contain. Upper case and accents are ignored. */
export const correctionPhrases = z
  .array(plainText(CORRECTION_LIMITS.phraseChars).check(z.trim(), z.minLength(1)))
  .check(z.maxLength(CORRECTION_LIMITS.phrases, `Use no máximo ${CORRECTION_LIMITS.phrases}.`))
export const correctionText = plainText(CORRECTION_LIMITS.textChars).check(z.trim())

/** Result of checking a correction against the agent's draft. `red`: with the draft, the agent would repeat the mistake. */
const correctionResult = z.object({
  state: z.enum(['green', 'red']),
  /** Reason why the check failed. Null if it passed. */
  why: z.nullable(z.string()),
  /** Reply that the agent would send with the draft. */
  said: z.string(),
})

export const correction = z.object({
  _id: id,
  agent_id: id,
  kind: correctionKind,
  /** Text that the agent should have sent or must never send. For the kind `person`: why a user was needed. */
  text: z.string(),
  /** Phrases that the reply must contain. */
  must: z.array(z.string()),
  /** Phrases that the reply must not contain. */
  must_not: z.array(z.string()),
  state: correctionState,
  /** The lead's message to which the agent replied. Null after the lead was erased. */
  asked: z.nullable(z.string()),
  /** The agent's wrong reply. Null after the lead was erased. */
  said: z.nullable(z.string()),
  /** Ids of the lead, the conversation and the wrong reply. Null after the lead was erased. */
  lead_id: z.nullable(id),
  conversation_id: z.nullable(id),
  message_id: z.nullable(id),
  created_by: z.nullable(id),
  created_by_name: z.nullable(z.string()),
  created_at: timestamp,
  /** Result with the current draft. Null if not checked yet. */
  checked: z.nullable(correctionResult),
})
export type Correction = z.infer<typeof correction>

/** A run that checks all active corrections of an agent against one revision of the agent's draft. */
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
