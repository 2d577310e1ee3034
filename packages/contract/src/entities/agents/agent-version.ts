import * as z from 'zod/mini'
import { id, plainText, timestamp } from '../../fields.ts'
import { agentSettings } from './agent.ts'

/** Published versions of an agent's settings, and the draft of the next version (2-agents.md, section 6). Prosa extension. */

/** Settings that a version contains. An agent's name, type and active flag are not part of a version. */
const { models: _models, ...published } = agentSettings.shape
export const versionSettings = z.object(published)
export type VersionSettings = z.infer<typeof versionSettings>

const NOTE_MAX_CHARS = 300
export const versionNote = plainText(NOTE_MAX_CHARS).check(z.trim())

export const OVERRIDE_REASON_MIN_CHARS = 10
/** Schema of the reason for publishing a draft although corrections (replies that users marked as wrong) failed or were not checked. */
export const overrideReason = plainText(NOTE_MAX_CHARS).check(
  z.trim(),
  z.minLength(OVERRIDE_REASON_MIN_CHARS, `Escreva o motivo, com pelo menos ${OVERRIDE_REASON_MIN_CHARS} caracteres.`),
)

export const agentVersion = z.object({
  /** Consecutive number, from 1. */
  number: z.int(),
  settings: versionSettings,
  /** Names of the settings that differ from the previous version. */
  changed: z.array(z.string()),
  note: z.nullable(z.string()),
  /** User who published the version. Null if the agent was created together with the organisation, or before versions existed. */
  published_by: z.nullable(id),
  published_by_name: z.nullable(z.string()),
  published_at: timestamp,
  /** Number of an earlier version whose settings were restored as this version. */
  restored_from: z.nullable(z.int()),
})
export type AgentVersion = z.infer<typeof agentVersion>

/** Draft with unpublished changes to an agent's settings. An agent has only one draft, shared by all users. */
export const settingsDraft = z.object({
  /** Number that increases with every change of the draft. Requests with an older revision are rejected (LEARN-09). */
  revision: z.int(),
  /** Number of the published version from which the draft was created. */
  version: z.int(),
  /** Complete settings of the agent, as they would be after publishing the draft. */
  settings: versionSettings,
  /** Names of the settings that differ from the published version. */
  changed: z.array(z.string()),
  saved_by: z.nullable(id),
  saved_by_name: z.nullable(z.string()),
  saved_at: z.nullable(timestamp),
  /** Number of active corrections, and how many of them passed (`green`) or failed (`red`) with this revision of the draft. */
  corrections: z.object({ active: z.int(), green: z.int(), red: z.int() }),
})
export type SettingsDraft = z.infer<typeof settingsDraft>
