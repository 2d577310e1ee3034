import { createAgent, getAgent, updateAgent } from '@prosa/contract/calls/agents/agent'
import { listAgents } from '@prosa/contract/calls/agents/agents'
import { saveDraft } from '@prosa/contract/calls/agents/versions'
import type { CallBody } from '@prosa/contract/define-call'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../shared/api/api-client.ts'
import { useSingleMutation } from '../../../shared/api/use-single-mutation.ts'
import { agentKeys } from '../queries.ts'
import { versionKeys, versionQueries } from '../versions/queries.ts'

const OWN_ERROR_OPTIONS = { networkMode: 'always', meta: { showsOwnError: true } } as const

/** Query for an agent with its settings. It is fetched again each time the page opens. */
export const agentSettingsQuery = (id: string) =>
  queryOptions({
    queryKey: agentKeys.detail(id),
    queryFn: async ({ signal }) => (await call(getAgent, { params: { id }, query: { includeSummary: false }, signal })).data,
    gcTime: 0,
    // Not refetched while the form is open, because the form must not change while the user is filling it in.
    staleTime: Number.POSITIVE_INFINITY,
    meta: { showsOwnError: true },
  })

/** Query for the draft of an agent. Fetched when the form opens, and not refetched while the form is open. */
export const formDraftQuery = (id: string) =>
  queryOptions({ ...versionQueries.draft(id), staleTime: Number.POSITIVE_INFINITY, refetchOnMount: 'always' })

/** Query for the models that a new agent can use; null if the server does not list them. */
export const newAgentModelsQuery = queryOptions({
  queryKey: agentKeys.models,
  queryFn: async ({ signal }) => (await call(listAgents, { query: { paginate: true, limit: 1 }, signal })).data.models ?? null,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  meta: { showsOwnError: true },
})

/** Returns a mutation that creates an agent, or updates the agent with this id, and refetches the lists of agents. */
export function useSaveAgent(id: string | null) {
  const client = useQueryClient()
  return useSingleMutation({
    ...OWN_ERROR_OPTIONS,
    mutationFn: async (body: CallBody<typeof updateAgent>) =>
      id === null
        ? (await call(createAgent, { body: body as CallBody<typeof createAgent> })).data
        : (await call(updateAgent, { params: { id }, body })).data,
    onSuccess: (agent) => {
      if (id !== null) client.setQueryData(agentKeys.detail(id), agent)
      void client.invalidateQueries({ queryKey: agentKeys.lists })
    },
  })
}

interface DraftSave {
  /** Revision of the draft that the changes are based on. */
  revision: number
  changes: CallBody<typeof updateAgent>
}

/**
 * Returns a mutation that saves settings as the agent's draft. Name, type and active state are not part of a draft; they are changed at
 * once.
 */
export function useSaveDraft(id: string) {
  const client = useQueryClient()
  return useSingleMutation({
    ...OWN_ERROR_OPTIONS,
    mutationFn: async ({ revision, changes: { name, type, active, ...settings } }: DraftSave) => {
      const draft = (await call(saveDraft, { params: { id }, body: { revision, settings } })).data
      client.setQueryData(versionKeys.draft(id), draft)
      const hasAgentFields = [name, type, active].some((value) => value !== undefined)
      const agent = hasAgentFields ? (await call(updateAgent, { params: { id }, body: { name, type, active } })).data : null
      if (agent) client.setQueryData(agentKeys.detail(id), agent)
      return { agent, draft }
    },
    onSuccess: ({ agent }) => {
      if (agent) void client.invalidateQueries({ queryKey: agentKeys.lists })
    },
  })
}
