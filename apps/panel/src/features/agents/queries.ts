import { listAgents } from '@prosa/contract/calls/agents'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../shared/api/client.ts'

export const agentKeys = {
  lists: ['agents', 'list'] as const,
  models: ['agents', 'models'] as const,
  one: (id: string) => ['agents', 'one', id] as const,
  list: (includeSummary: boolean) => [...agentKeys.lists, { includeSummary }] as const,
}

export const agentQueries = {
  /** The tenant's agents; their figures only where a page shows them. Screens say themselves when it fails. */
  list: ({ includeSummary }: { includeSummary: boolean }) =>
    queryOptions({
      queryKey: agentKeys.list(includeSummary),
      queryFn: async ({ signal }) => (await call(listAgents, { query: { includeSummary }, signal })).data.agents,
      meta: { showsOwnError: true },
    }),
}
