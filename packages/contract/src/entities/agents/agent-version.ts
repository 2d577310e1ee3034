import * as z from 'zod/mini'
import { id, plainText, timestamp } from '../../fields.ts'
import { agentSettings } from './agent.ts'

/** Published settings of an agent at a point in time (2-agents.md, section 6). Prosa extension. */

/** Settings that are published together. An agent's name, type and active flag are not versioned. */
const { models: _models, ...published } = agentSettings.shape
export const versionSettings = z.object(published)
export type VersionSettings = z.infer<typeof versionSettings>

const NOTE_MAX_CHARS = 300
export const versionNote = plainText(NOTE_MAX_CHARS).check(z.trim())

export const OVERRIDE_REASON_MIN_CHARS = 10
/** Reason for publishing although corrections failed. */
export const overrideReason = plainText(NOTE_MAX_CHARS).check(
  z.trim(),
  z.minLength(OVERRIDE_REASON_MIN_CHARS, `Escreva o motivo, com pelo menos ${OVERRIDE_REASON_MIN_CHARS} caracteres.`),
)

export const agentVersion = z.object({
  /** Consecutive, starting at 1. */
  number: z.int(),
  settings: versionSettings,
  /** Names of the settings that differ from the previous version. */
  changed: z.array(z.string()),
  note: z.nullable(z.string()),
  /** Null if no user published it: the agent was created with the organisation, or before versions existed. */
  published_by: z.nullable(id),
  published_by_name: z.nullable(z.string()),
  published_at: timestamp,
  /** Number of the version whose settings were restored. */
  restored_from: z.nullable(z.int()),
})
export type AgentVersion = z.infer<typeof agentVersion>

/** Unpublished changes to an agent, shared by all users. */
export const settingsDraft = z.object({
  /** Incremented with every change. A change that names an older revision is rejected (LEARN-09). */
  revision: z.int(),
  /** Number of the published version on which it is based. */
  version: z.int(),
  /** The complete settings that publishing would set. */
  settings: versionSettings,
  /** Names of the settings that differ from the published ones. Empty if there is nothing to publish. */
  changed: z.array(z.string()),
  saved_by: z.nullable(id),
  saved_by_name: z.nullable(z.string()),
  saved_at: z.nullable(timestamp),
  /** Number of active corrections, and how many passed or failed with exactly this draft. The others are not checked yet. */
  corrections: z.object({ active: z.int(), green: z.int(), red: z.int() }),
})
export type SettingsDraft = z.infer<typeof settingsDraft>
