import {
  deleteCorrection,
  listCorrections,
  startCorrectionRun,
  stopCorrectionRun,
  updateCorrection,
} from '@prosa/contract/calls/agents/corrections'
import type { Correction } from '@prosa/contract/entities/agents/correction'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api/api-client.ts'
import { getErrorReason } from '../../../shared/api/error-reason.ts'
import { useSingleMutation } from '../../../shared/api/use-single-mutation.ts'
import { notify, notifyError } from '../../../shared/notifications/notifications.ts'
import { useRefetchVersions, versionKeys } from '../versions/queries.ts'

const OWN_ERROR_OPTIONS = { networkMode: 'always', meta: { showsOwnError: true } } as const

/**
 * Interval in milliseconds for refetching corrections during a check. Needed because a page that was disconnected may miss the event that
 * ends the check.
 */
const CHECK_POLL_MS = 3_000

/** Query for the corrections of an agent, newest first, each with its result for the current draft. */
export const correctionListQuery = (agentId: string) =>
  infiniteQueryOptions({
    ...OWN_ERROR_OPTIONS,
    queryKey: versionKeys.corrections(agentId),
    queryFn: async ({ signal, pageParam }) =>
      (await call(listCorrections, { params: { id: agentId }, query: pageParam ? { cursor: pageParam } : {}, signal })).data,
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: ({ state }) => (state.data?.pages[0]?.run ? CHECK_POLL_MS : false),
  })

/** Returns mutations that start and stop a check of all corrections of an agent. */
export function useCorrectionCheck(agentId: string) {
  const refetchVersions = useRefetchVersions(agentId)
  const subject = ['versions', agentId, 'run']
  const mutationOptions = { ...OWN_ERROR_OPTIONS, meta: { ...OWN_ERROR_OPTIONS.meta, subject } }
  const createErrorHandler = (fallback: string) => (error: unknown) =>
    notifyError(error, { title: getErrorReason(error, fallback), subject })
  const start = useSingleMutation({
    ...mutationOptions,
    mutationFn: (revision: number) => call(startCorrectionRun, { params: { id: agentId }, body: { revision } }),
    onError: createErrorHandler('Não foi possível conferir.'),
    onSettled: refetchVersions,
  })
  const stop = useSingleMutation({
    ...mutationOptions,
    mutationFn: (runId: string) => call(stopCorrectionRun, { params: { id: agentId, runId } }),
    onError: createErrorHandler('Não foi possível parar.'),
    onSettled: refetchVersions,
  })
  return { start, stop }
}

/** Returns mutations that turn a correction on or off, or delete it. They show a notification on success and on failure. */
export function useCorrectionActions(agentId: string) {
  const refetchVersions = useRefetchVersions(agentId)
  const getSubject = (id: string) => ['versions', agentId, 'correction', id]
  const toggle = useSingleMutation({
    ...OWN_ERROR_OPTIONS,
    mutationFn: ({ _id: correctionId, state }: Pick<Correction, '_id' | 'state'>) =>
      call(updateCorrection, { params: { id: agentId, correctionId }, body: { state } }),
    onSuccess: (_response, { _id, state }) =>
      void notify.success({
        title: state === 'off' ? 'A correção foi desligada.' : 'A correção vale de novo.',
        subject: getSubject(_id),
      }),
    onError: (error, { _id }) =>
      notifyError(error, { title: getErrorReason(error, 'Não foi possível mudar a correção.'), subject: getSubject(_id) }),
    onSettled: refetchVersions,
  })
  const erase = useSingleMutation({
    ...OWN_ERROR_OPTIONS,
    mutationFn: ({ _id: correctionId }: Pick<Correction, '_id'>) =>
      call(deleteCorrection, { params: { id: agentId, correctionId } }),
    onSuccess: (_response, { _id }) => void notify.success({ title: 'A correção foi apagada.', subject: getSubject(_id) }),
    onError: (error, { _id }) =>
      notifyError(error, { title: getErrorReason(error, 'Não foi possível apagar a correção.'), subject: getSubject(_id) }),
    onSettled: refetchVersions,
  })
  return { toggle, erase }
}
