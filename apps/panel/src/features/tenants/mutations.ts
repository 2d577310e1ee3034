import { createTenant, updateTenant } from '@prosa/contract/calls/tenants'
import type { BodyOf } from '@prosa/contract/define-call'
import type { Tenant } from '@prosa/contract/entities/tenant'
import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { call } from '../../shared/api/client.ts'
import { reasonOf } from '../../shared/api/reason.ts'
import { useSingleMutation } from '../../shared/api/use-single-mutation.ts'
import { notify, notifyError, type Subject, takeBack } from '../../shared/notifications.ts'
import { readTenantSummary, tenantQueries } from './queries.ts'

const OWN_ERROR = { networkMode: 'always', meta: { showsOwnError: true } } as const

const refresh = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: tenantQueries.all })

export function useCreateTenant() {
  const queryClient = useQueryClient()
  return useSingleMutation({
    ...OWN_ERROR,
    mutationFn: (body: BodyOf<typeof createTenant>) => call(createTenant, { body }),
    onSuccess: (_answer, { name }) => {
      notify.success({ title: `Organização ${name} criada.` })
      void refresh(queryClient)
    },
  })
}

export function useUpdateTenant() {
  const queryClient = useQueryClient()
  return useSingleMutation({
    ...OWN_ERROR,
    mutationFn: ({ id, ...body }: { id: string } & BodyOf<typeof updateTenant>) => call(updateTenant, { params: { id }, body }),
    onSettled: () => refresh(queryClient),
  })
}

type Pages = InfiniteData<{ tenants: Tenant[] }>

const summaryOf = (id: string): Subject => [...tenantQueries.all, 'summary', id]

/** Recounts the summary of one tenant and updates it in every list. */
export function useRefreshSummary() {
  const queryClient = useQueryClient()
  return useSingleMutation({
    ...OWN_ERROR,
    mutationFn: readTenantSummary,
    onSuccess: (fresh) => {
      takeBack(summaryOf(fresh.id))
      const put = (tenant: Tenant) => (tenant.id === fresh.id ? fresh : tenant)
      queryClient.setQueriesData<Pages>({ queryKey: [...tenantQueries.all, 'list'] }, (data) =>
        data ? { ...data, pages: data.pages.map((page) => ({ ...page, tenants: page.tenants.map(put) })) } : data,
      )
    },
    onError: (error, id) =>
      notifyError(error, { title: reasonOf(error, 'Failed to refresh tenant summary'), about: summaryOf(id) }),
  })
}
