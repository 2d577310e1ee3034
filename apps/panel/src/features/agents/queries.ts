import { listAgents } from '@prosa/contract/calls/agents/agents'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../shared/api/api-client.ts'

export const agentKeys = {
  lists: ['agents', 'list'] as const,
  models: ['agents', 'models'] as const,
  detail: (id: string) => ['agents', 'one', id] as const,
  list: (includeSummary: boolean) => [...agentKeys.lists, { includeSummary }] as const,
}

export const agentQueries = {
  /**
   * Agents of the organisation. `includeSummary`: whether to also fetch the figures, which takes longer. Callers show errors themselves.
   */
  list: ({ includeSummary }: { includeSummary: boolean }) =>
    queryOptions({
      queryKey: agentKeys.list(includeSummary),
      queryFn: async ({ signal }) => (await call(listAgents, { query: { includeSummary }, signal })).data.agents,
      meta: { showsOwnError: true },
    }),
}
