import { createAgent, getAgent, updateAgent } from '@prosa/contract/calls/agent'
import { listAgents } from '@prosa/contract/calls/agents'
import type { BodyOf } from '@prosa/contract/define-call'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../shared/api/client.ts'
import { useSingleMutation } from '../../../shared/api/use-single-mutation.ts'
import { agentKeys } from '../queries.ts'

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
