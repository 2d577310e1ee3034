import * as z from 'zod/mini'
import { id, plainText, timestamp } from '../fields.ts'

/** A wrong answer turned into a check (2-agents.md, section 6). Ours. */

export const CORRECTION = { textChars: 1_000, phraseChars: 200, phrases: 10, most: 500 } as const

/** What the agent should have said, what it may never say, or that it should have called a person. */
const CORRECTION_KINDS = ['should', 'never', 'person'] as const
export const correctionKind = z.enum(CORRECTION_KINDS)
export type CorrectionKind = z.infer<typeof correctionKind>

/** `off`: it is checked no more; also once what it froze was erased with its lead. */
export const correctionState = z.enum(['active', 'off'])

/** Words that a reply has to have, or must not, wherever they stand in it; upper case and accents are not looked at. */
export const correctionPhrases = z
  .array(plainText(CORRECTION.phraseChars).check(z.trim(), z.minLength(1)))
  .check(z.maxLength(CORRECTION.phrases, `Use no máximo ${CORRECTION.phrases}.`))
export const correctionText = plainText(CORRECTION.textChars).check(z.trim())

/** What came of a correction when it was checked. `red`: the agent would do it wrong again. */
const checked = z.object({
  state: z.enum(['green', 'red']),
  /** Why it is red. */
  why: z.nullable(z.string()),
  /** What the agent would say now. */
  said: z.string(),
})

export const correction = z.object({
  _id: id,
  agent_id: id,
  kind: correctionKind,
  /** What the agent should have said, may never say, or why a person. */
  text: z.string(),
  must: z.array(z.string()),
  must_not: z.array(z.string()),
  state: correctionState,
  /** What the lead wrote, and what the agent made of it; null once they were erased. */
  asked: z.nullable(z.string()),
  said: z.nullable(z.string()),
  /** Where that was; null once its lead was erased. */
  lead_id: z.nullable(id),
  conversation_id: z.nullable(id),
  message_id: z.nullable(id),
  created_by: z.nullable(id),
  created_by_name: z.nullable(z.string()),
  created_at: timestamp,
  /** Of exactly what would be published now; null: that was not checked yet. */
  checked: z.nullable(checked),
})
export type Correction = z.infer<typeof correction>

/** All active corrections of an agent, checked with its draft as it is at a revision. */
export const correctionRun = z.object({
  _id: id,
  agent_id: id,
  revision: z.int(),
  /** The published version that the draft follows. */
  version: z.int(),
  state: z.enum(['running', 'done', 'stopped']),
  total: z.int(),
  done: z.int(),
  red: z.int(),
  started_at: timestamp,
})
export type CorrectionRun = z.infer<typeof correctionRun>
