import { listAgents } from '@prosa/contract/calls/agents/agents'
import type { Agent } from '@prosa/contract/entities/agents/agent'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../shared/api/api-client.ts'
import { usePreferences } from '../../../shared/preferences/preferences.ts'

/**
 * Query for the agents of the organisation. It has the cache key that the whole panel uses, so that the chat sends no request of its own.
 */
const agentsQuery = queryOptions({
  queryKey: ['agents', 'list', { includeSummary: false }],
  queryFn: async ({ signal }): Promise<Agent[]> =>
    (await call(listAgents, { query: { includeSummary: false }, signal })).data.agents,
  meta: { showsOwnError: true },
})

/** Returns the selected agent, or undefined until the agents are loaded. */
export function useSelectedAgent(): Agent | undefined {
  const agentId = usePreferences((state) => state.selectedAgentId)
  return useQuery(agentsQuery).data?.find(({ _id }) => _id === agentId)
}
