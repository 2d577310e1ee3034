import { type Agent, agentType } from '@prosa/contract/entities/agents/agent'
import type { Deps } from '../../platform/deps.ts'
import type { AgentRow, AgentSummary } from './queries.ts'
import { toVersionSettings } from './versions/settings.ts'

/** Returns the names of the language models that users may select for agents. Empty if no model is configured. */
export const getAllowedModels = (llm: Deps['llm']): string[] => [...(llm?.models ?? [])]

/** Converts an agent row to the API format. Includes the settings only if `withSettings` is true, for users who may change them. */
export function presentAgent(
  { llm }: Pick<Deps, 'llm'>,
  row: AgentRow,
  { summary, withSettings = false }: { summary?: AgentSummary | undefined; withSettings?: boolean } = {},
): Agent {
  return {
    _id: row.id,
    name: row.name,
    type: agentType.parse(row.type),
    active: row.active,
    created_at: row.createdAt.toISOString(),
    ...(summary ? { summary } : {}),
    mode: llm && row.useModel ? 'model' : 'playbook',
    webchat_path: `/w/${row.id}`,
    ...(withSettings
      ? {
          settings: {
            ...toVersionSettings(row),
            // If the selected model is no longer allowed, no model is shown as selected.
            model: llm && row.model !== null && !llm.models.includes(row.model) ? null : row.model,
            models: getAllowedModels(llm),
          },
        }
      : {}),
  }
}
