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
 * Interval in milliseconds at which corrections are refetched while a check is running. A page that reconnects may have missed the event of
 * its end.
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
  const askAgain = useRefetchVersions(agentId)
  const about = ['versions', agentId, 'run']
  const told = { ...OWN_ERROR_OPTIONS, meta: { ...OWN_ERROR_OPTIONS.meta, about } }
  const fails = (words: string) => (error: unknown) => notifyError(error, { title: getErrorReason(error, words), about })
  const start = useSingleMutation({
    ...told,
    mutationFn: (revision: number) => call(startCorrectionRun, { params: { id: agentId }, body: { revision } }),
    onError: fails('Não foi possível conferir.'),
    onSettled: askAgain,
  })
  const stop = useSingleMutation({
    ...told,
    mutationFn: (runId: string) => call(stopCorrectionRun, { params: { id: agentId, runId } }),
    onError: fails('Não foi possível parar.'),
    onSettled: askAgain,
  })
  return { start, stop }
}

/** Returns mutations that turn a correction on or off, or delete it. They show a notification on success and on failure. */
export function useCorrectionActions(agentId: string) {
  const askAgain = useRefetchVersions(agentId)
  const aboutOf = (id: string) => ['versions', agentId, 'correction', id]
  const turn = useSingleMutation({
    ...OWN_ERROR_OPTIONS,
    mutationFn: ({ _id: correctionId, state }: Pick<Correction, '_id' | 'state'>) =>
      call(updateCorrection, { params: { id: agentId, correctionId }, body: { state } }),
    onSuccess: (_answer, { _id, state }) =>
      void notify.success({
        title: state === 'off' ? 'A correção foi desligada.' : 'A correção vale de novo.',
        about: aboutOf(_id),
      }),
    onError: (error, { _id }) =>
      notifyError(error, { title: getErrorReason(error, 'Não foi possível mudar a correção.'), about: aboutOf(_id) }),
    onSettled: askAgain,
  })
  const erase = useSingleMutation({
    ...OWN_ERROR_OPTIONS,
    mutationFn: ({ _id: correctionId }: Pick<Correction, '_id'>) =>
      call(deleteCorrection, { params: { id: agentId, correctionId } }),
    onSuccess: (_answer, { _id }) => void notify.success({ title: 'A correção foi apagada.', about: aboutOf(_id) }),
    onError: (error, { _id }) =>
      notifyError(error, { title: getErrorReason(error, 'Não foi possível apagar a correção.'), about: aboutOf(_id) }),
    onSettled: askAgain,
  })
  return { turn, erase }
}
