import { discardDraft, getDraft, listVersions, publishDraft, restoreVersion } from '@prosa/contract/calls/agents/versions'
import { listVersionCosts } from '@prosa/contract/calls/reports/costs'
import type { CallBody } from '@prosa/contract/define-call'
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../shared/api/api-client.ts'
import { getErrorReason } from '../../../shared/api/error-reason.ts'
import { useSingleMutation } from '../../../shared/api/use-single-mutation.ts'
import { notify, notifyError } from '../../../shared/notifications/notifications.ts'

const OWN_ERROR_OPTIONS = { networkMode: 'always', meta: { showsOwnError: true } } as const

export const versionKeys = {
  all: (agentId: string) => ['versions', agentId] as const,
  corrections: (agentId: string) => ['versions', agentId, 'corrections'] as const,
  draft: (agentId: string) => ['versions', agentId, 'draft'] as const,
  list: (agentId: string) => ['versions', agentId, 'list'] as const,
  costs: (agentId: string) => ['versions', agentId, 'costs'] as const,
}

export const versionQueries = {
  draft: (agentId: string) =>
    queryOptions({
      ...OWN_ERROR_OPTIONS,
      queryKey: versionKeys.draft(agentId),
      queryFn: async ({ signal }) => (await call(getDraft, { params: { id: agentId }, signal })).data,
    }),

  /** Cost and number of booked meetings of each version. If the request fails, the page shows no error. */
  costs: (agentId: string) =>
    queryOptions({
      ...OWN_ERROR_OPTIONS,
      queryKey: versionKeys.costs(agentId),
      queryFn: async ({ signal }) => (await call(listVersionCosts, { params: { id: agentId }, signal })).data.versions,
    }),

  /** Published versions of an agent, newest first. */
  list: (agentId: string) =>
    infiniteQueryOptions({
      ...OWN_ERROR_OPTIONS,
      queryKey: versionKeys.list(agentId),
      queryFn: async ({ signal, pageParam }) =>
        (await call(listVersions, { params: { id: agentId }, query: pageParam ? { cursor: pageParam } : {}, signal })).data,
      initialPageParam: '',
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    }),
}

/** Returns a function that refetches an agent's versions, draft and corrections. */
export function useRefetchVersions(agentId: string): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: versionKeys.all(agentId) })
}

/**
 * Returns mutations that publish the draft, discard it, or restore an earlier version. They show a notification on success and on failure.
 */
export function useVersionActions(agentId: string) {
  const refetchVersions = useRefetchVersions(agentId)
  const subject = versionKeys.all(agentId)
  const params = { id: agentId }
  const createErrorHandler = (fallback: string) => (error: unknown) =>
    notifyError(error, { title: getErrorReason(error, fallback), subject })
  const publish = useSingleMutation({
    ...OWN_ERROR_OPTIONS,
    mutationFn: async (body: CallBody<typeof publishDraft>) => (await call(publishDraft, { params, body })).data,
    onSuccess: ({ number }) =>
      void notify.success({ title: `A versão ${number} está publicada.`, message: 'Vale já na próxima resposta.', subject }),
    onError: createErrorHandler('Não foi possível publicar.'),
    onSettled: refetchVersions,
  })
  const discard = useSingleMutation({
    ...OWN_ERROR_OPTIONS,
    mutationFn: (revision: number) => call(discardDraft, { params, query: { revision } }),
    onSuccess: () => void notify.success({ title: 'O rascunho foi descartado.', subject }),
    onError: createErrorHandler('Não foi possível descartar o rascunho.'),
    onSettled: refetchVersions,
  })
  const restore = useSingleMutation({
    ...OWN_ERROR_OPTIONS,
    mutationFn: async (number: number) => (await call(restoreVersion, { params: { ...params, n: String(number) } })).data,
    onSuccess: ({ number, restored_from }) =>
      void notify.success({
        title: `A versão ${restored_from} voltou, como versão ${number}.`,
        message: 'Vale já na próxima resposta.',
        subject,
      }),
    onError: createErrorHandler('Não foi possível voltar a esta versão.'),
    onSettled: refetchVersions,
  })
  return { publish, discard, restore }
}
