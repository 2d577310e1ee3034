import { getBudget, getCostSummary, getRates, setBudget, setRates } from '@prosa/contract/calls/reports/costs'
import type { BudgetLimit, CostGroupBy, DatedRate } from '@prosa/contract/entities/reports/cost'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../shared/api/api-client.ts'
import { getErrorReason } from '../../shared/api/error-reason.ts'
import { useSingleMutation } from '../../shared/api/use-single-mutation.ts'
import { notify, notifyError } from '../../shared/notifications/notifications.ts'

const COSTS_KEY = ['costs'] as const
const RATES_KEY = [...COSTS_KEY, 'rates'] as const
const BUDGET_KEY = [...COSTS_KEY, 'budget'] as const

export const costSummaryQuery = ({ from, to }: { from: string; to: string }, group_by: CostGroupBy) =>
  queryOptions({
    meta: { showsOwnError: true },
    queryKey: [...COSTS_KEY, 'summary', from, to, group_by],
    queryFn: async ({ signal }) => (await call(getCostSummary, { query: { from, to, group_by }, signal })).data,
    placeholderData: keepPreviousData,
  })

export const ratesQuery = () =>
  queryOptions({
    networkMode: 'always',
    meta: { showsOwnError: true },
    queryKey: RATES_KEY,
    queryFn: async ({ signal }) => (await call(getRates, { signal })).data,
  })

/** Returns a mutation that replaces the organisation's own prices. */
export function useSetRates() {
  const client = useQueryClient()
  return useSingleMutation({
    networkMode: 'always',
    meta: { showsOwnError: true, subject: RATES_KEY },
    mutationFn: async (rates: readonly DatedRate[]) => (await call(setRates, { body: { rates: [...rates] } })).data,
    onSuccess: (data) => {
      client.setQueryData(RATES_KEY, data)
      notify.success({ title: 'Preços alterados' })
    },
    onError: (error) =>
      notifyError(error, {
        title: 'Não foi possível mudar os preços',
        message: getErrorReason(error, 'Tente novamente.'),
        subject: RATES_KEY,
      }),
  })
}

export const budgetQuery = () =>
  queryOptions({
    networkMode: 'always',
    meta: { showsOwnError: true },
    queryKey: BUDGET_KEY,
    queryFn: async ({ signal }) => (await call(getBudget, { signal })).data,
  })

/** Returns a mutation that sets the agents' monthly budget. */
export function useSetBudget() {
  const client = useQueryClient()
  return useSingleMutation({
    networkMode: 'always',
    meta: { showsOwnError: true, subject: BUDGET_KEY },
    mutationFn: async (limit: BudgetLimit) => (await call(setBudget, { body: limit })).data,
    onSuccess: (data) => {
      client.setQueryData(BUDGET_KEY, data)
      notify.success({ title: 'Limite do mês alterado' })
    },
    onError: (error) =>
      notifyError(error, {
        title: 'Não foi possível mudar o limite do mês',
        message: getErrorReason(error, 'Tente novamente.'),
        subject: BUDGET_KEY,
      }),
  })
}
