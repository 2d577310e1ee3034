import { isDeepStrictEqual } from 'node:util'
import type { VersionSettings } from '@prosa/contract/entities/agents/agent-version'
import type { AgentRow } from '../queries.ts'

/** Converts an agent's row to the settings that a version contains, in the contract's format. */
export const toVersionSettings = (row: AgentRow): VersionSettings => ({
  persona: row.persona,
  instructions: row.instructions,
  never: row.never,
  hours: row.hours,
  model: row.model,
  use_model: row.useModel,
  questions: row.questions,
  replace_questions: row.replaceQuestions,
  asks_for: row.asksFor,
  turns_without_person: row.turnsWithoutPerson,
  bubbles: row.bubbles,
})

/** Returns the settings in `wanted` that differ from those in `before`. */
export const diffSettings = (before: VersionSettings, newSettings: Partial<VersionSettings>): Partial<VersionSettings> =>
  Object.fromEntries(
    Object.entries(newSettings).filter(([name, value]) => !isDeepStrictEqual(value, before[name as keyof VersionSettings])),
  )
