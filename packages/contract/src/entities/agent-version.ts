import * as z from 'zod/mini'
import { id, plainText, timestamp } from '../fields.ts'
import { agentSettings } from './agent.ts'

/** Settings of an agent as they were at a moment (2-agents.md, section 6). Ours. */

/** What is published together: how an agent behaves. Its name, its type and whether it works are the agent's own, and no version's. */
const { models: _models, ...published } = agentSettings.shape
export const versionSettings = z.object(published)
export type VersionSettings = z.infer<typeof versionSettings>

const NOTE_MAX_CHARS = 300
export const versionNote = plainText(NOTE_MAX_CHARS).check(z.trim())

export const REASON_MIN_CHARS = 10
/** Why something is published although corrections speak against it. */
export const overrideReason = plainText(NOTE_MAX_CHARS).check(
  z.trim(),
  z.minLength(REASON_MIN_CHARS, `Escreva o motivo, com pelo menos ${REASON_MIN_CHARS} caracteres.`),
)

export const agentVersion = z.object({
  /** From 1, without a hole. */
  number: z.int(),
  settings: versionSettings,
  /** The settings in which it differs from the version before it. */
  changed: z.array(z.string()),
  note: z.nullable(z.string()),
  /** Null: nobody; the agent came with the organisation, or is older than its versions. */
  published_by: z.nullable(id),
  published_by_name: z.nullable(z.string()),
  published_at: timestamp,
  /** Whose settings it brought back. */
  restored_from: z.nullable(z.int()),
})
export type AgentVersion = z.infer<typeof agentVersion>

/** What people are about to publish, the same for all of them. */
export const settingsDraft = z.object({
  /** Counts what was done to it: whoever names an earlier one has not seen what is in it now (LEARN-09). */
  revision: z.int(),
  /** The published version that it would follow. */
  version: z.int(),
  /** As they would be published. */
  settings: versionSettings,
  /** The settings in which it differs from what is published; none: there is nothing to publish. */
  changed: z.array(z.string()),
  saved_by: z.nullable(id),
  saved_by_name: z.nullable(z.string()),
  saved_at: z.nullable(timestamp),
  /** The agent's active corrections, and what came of them with exactly this draft; the rest was not checked. */
  corrections: z.object({ active: z.int(), green: z.int(), red: z.int() }),
})
export type SettingsDraft = z.infer<typeof settingsDraft>
