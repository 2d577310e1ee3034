import { listAgents } from '@prosa/contract/calls/agents'
import type { Agent } from '@prosa/contract/entities/agent'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../shared/api/client.ts'
import { usePreferences } from '../../../shared/preferences.ts'

/** The tenant's agents under the key that the whole panel uses, so that the chat makes no request of its own for them. */
const agents = queryOptions({
  queryKey: ['agents', 'list', { includeSummary: false }],
  queryFn: async ({ signal }): Promise<Agent[]> =>
    (await call(listAgents, { query: { includeSummary: false }, signal })).data.agents,
  meta: { showsOwnError: true },
})

/** Whose conversations are shown; undefined until the agents are loaded. */
export function useSelectedAgent(): Agent | undefined {
  const agentId = usePreferences((state) => state.selectedAgentId)
  return useQuery(agents).data?.find(({ _id }) => _id === agentId)
}
