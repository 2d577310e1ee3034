import { isDeepStrictEqual } from 'node:util'
import type { VersionSettings } from '@prosa/contract/entities/agents/agent-version'
import type { AgentRow } from '../queries.ts'

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

/** Returns those `newSettings` that differ from the settings in `before`. */
export const diffSettings = (before: VersionSettings, newSettings: Partial<VersionSettings>): Partial<VersionSettings> =>
  Object.fromEntries(
    Object.entries(newSettings).filter(([name, value]) => !isDeepStrictEqual(value, before[name as keyof VersionSettings])),
  )
