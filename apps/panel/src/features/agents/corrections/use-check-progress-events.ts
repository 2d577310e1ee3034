import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onServerEvent } from '../../../shared/realtime/socket.ts'
import { versionKeys } from '../versions/queries.ts'
import type { correctionListQuery } from './queries.ts'

type CorrectionPage =
  NonNullable<ReturnType<typeof correctionListQuery>['queryFn']> extends (...given: never) => infer Answer
    ? Awaited<Answer>
    : never

/** Updates the cached progress on each event of a running correction check. Refetches the results at the end of the check. */
export function useCheckProgressEvents(agentId: string): void {
  const client = useQueryClient()
  useEffect(
    () =>
      onServerEvent('run_updated', ({ agent_id, run_id, done, total, red }) => {
        if (agent_id !== agentId) return
        if (done >= total) return void client.invalidateQueries({ queryKey: versionKeys.all(agentId) })
        client.setQueryData<InfiniteData<CorrectionPage>>(versionKeys.corrections(agentId), (list) => {
          const [first, ...rest] = list?.pages ?? []
          if (!list || first?.run?._id !== run_id) return list
          return { ...list, pages: [{ ...first, run: { ...first.run, done, total, red } }, ...rest] }
        })
      }),
    [agentId, client],
  )
}
