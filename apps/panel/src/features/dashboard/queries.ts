import { dashboardSummary } from '@prosa/contract/calls/reports/dashboard'
import type { CallResponse } from '@prosa/contract/define-call'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../shared/api/api-client.ts'
import type { DayRange } from './period.ts'

export type DashboardSummary = CallResponse<typeof dashboardSummary>['data']
export type DashboardFigures = DashboardSummary['figures']

export const dashboardQueries = {
  /** Figures of the dashboard. Another choice cancels the running request; the previous figures are shown until the new ones arrive. */
  summary: ({ from, to }: DayRange, agentId: string | undefined) =>
    queryOptions({
      queryKey: ['dashboard', from, to, agentId ?? null],
      queryFn: async ({ signal }) => {
        const query = { from, to, ...(agentId ? { agent_id: agentId } : {}) }
        return (await call(dashboardSummary, { query, signal })).data
      },
      placeholderData: keepPreviousData,
      meta: { showsOwnError: true },
    }),
}
