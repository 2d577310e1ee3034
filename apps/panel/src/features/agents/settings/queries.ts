import { createAgent, getAgent, updateAgent } from '@prosa/contract/calls/agent'
import { listAgents } from '@prosa/contract/calls/agents'
import { saveDraft } from '@prosa/contract/calls/versions'
import type { BodyOf } from '@prosa/contract/define-call'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../shared/api/client.ts'
import { useSingleMutation } from '../../../shared/api/use-single-mutation.ts'
import { agentKeys } from '../queries.ts'
import { versionKeys, versionQueries } from '../versions/queries.ts'

const OWN_ERROR = { networkMode: 'always', meta: { showsOwnError: true } } as const

/** One agent with its settings, as they are now and not as they were when the page was last open. */
export const agentSettings = (id: string) =>
  queryOptions({
    queryKey: agentKeys.one(id),
    queryFn: async ({ signal }) => (await call(getAgent, { params: { id }, query: { includeSummary: false }, signal })).data,
    gcTime: 0,
    // A form that is being filled in must not change under its writer.
    staleTime: Number.POSITIVE_INFINITY,
    meta: { showsOwnError: true },
  })

/** Its draft, as it is when the form begins and not as it was when another page showed it. */
export const draftForForm = (id: string) =>
  queryOptions({ ...versionQueries.draft(id), staleTime: Number.POSITIVE_INFINITY, refetchOnMount: 'always' })

/** What a new agent's model may be; null where the provider does not say. */
export const modelsForNew = queryOptions({
  queryKey: agentKeys.models,
  queryFn: async ({ signal }) => (await call(listAgents, { query: { paginate: true, limit: 1 }, signal })).data.models ?? null,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  meta: { showsOwnError: true },
})

/** Makes an agent, or changes the one with this id; every list of agents is asked again. */
export function useSaveAgent(id: string | null) {
  const client = useQueryClient()
  return useSingleMutation({
    ...OWN_ERROR,
    mutationFn: async (body: BodyOf<typeof updateAgent>) =>
      id === null
        ? (await call(createAgent, { body: body as BodyOf<typeof createAgent> })).data
        : (await call(updateAgent, { params: { id }, body })).data,
    onSuccess: (agent) => {
      if (id !== null) client.setQueryData(agentKeys.one(id), agent)
      void client.invalidateQueries({ queryKey: agentKeys.lists })
    },
  })
}

interface Kept {
  /** As the draft was when the form began, or was saved last. */
  revision: number
  changes: BodyOf<typeof updateAgent>
}

/** Keeps changes as the agent's draft. Its name, its type and whether it works are in no version, and change at once. */
export function useKeepDraft(id: string) {
  const client = useQueryClient()
  return useSingleMutation({
    ...OWN_ERROR,
    mutationFn: async ({ revision, changes: { name, type, active, ...settings } }: Kept) => {
      const draft = (await call(saveDraft, { params: { id }, body: { revision, settings } })).data
      client.setQueryData(versionKeys.draft(id), draft)
      const isOwn = [name, type, active].some((value) => value !== undefined)
      const agent = isOwn ? (await call(updateAgent, { params: { id }, body: { name, type, active } })).data : null
      if (agent) client.setQueryData(agentKeys.one(id), agent)
      return { agent, draft }
    },
    onSuccess: ({ agent }) => {
      if (agent) void client.invalidateQueries({ queryKey: agentKeys.lists })
    },
  })
}
