import { listExports, startExport } from '@prosa/contract/calls/reports/exports'
import type { CallBody } from '@prosa/contract/define-call'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../shared/api/api-client.ts'
import { getErrorReason } from '../../shared/api/error-reason.ts'
import { useSingleMutation } from '../../shared/api/use-single-mutation.ts'
import { notifyError } from '../../shared/notifications/notifications.ts'

/** Interval in milliseconds at which running exports are refetched, in case the event of their end was missed. */
const RUNNING_REFRESH_MS = 5_000

const EXPORTS_KEY = ['exports'] as const
const START_EXPORT_KEY = [...EXPORTS_KEY, 'start']

export const exportsQuery = () =>
  queryOptions({
    networkMode: 'always',
    meta: { showsOwnError: true },
    queryKey: EXPORTS_KEY,
    queryFn: async ({ signal }) => (await call(listExports, { signal })).data.exports,
    refetchInterval: ({ state }) =>
      state.data?.some((dataExport) => dataExport.state === 'running') ? RUNNING_REFRESH_MS : false,
  })

/** Returns a mutation that requests an export. The server requires the user to confirm their identity first. */
export function useStartExport() {
  const client = useQueryClient()
  return useSingleMutation({
    networkMode: 'always',
    meta: { showsOwnError: true, subject: START_EXPORT_KEY },
    mutationFn: async (body: CallBody<typeof startExport>) => (await call(startExport, { body })).data,
    onSuccess: (created) => client.setQueryData(exportsQuery().queryKey, (current = []) => [created, ...current]),
    onError: (error) => {
      notifyError(error, { title: getErrorReason(error, 'Não foi possível pedir o arquivo.'), subject: START_EXPORT_KEY })
    },
    onSettled: () => client.invalidateQueries({ queryKey: EXPORTS_KEY }),
  })
}
