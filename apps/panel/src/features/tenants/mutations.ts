import { createTenant, updateTenant } from '@prosa/contract/calls/organisation/tenants'
import type { CallBody } from '@prosa/contract/define-call'
import type { Tenant } from '@prosa/contract/entities/organisation/tenant'
import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { call } from '../../shared/api/api-client.ts'
import { getErrorReason } from '../../shared/api/error-reason.ts'
import { useSingleMutation } from '../../shared/api/use-single-mutation.ts'
import {
  dismissNotificationAbout,
  type NotificationSubject,
  notify,
  notifyError,
} from '../../shared/notifications/notifications.ts'
import { fetchTenantWithSummary, tenantQueries } from './queries.ts'

const OWN_ERROR_OPTIONS = { networkMode: 'always', meta: { showsOwnError: true } } as const

const refetchTenants = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: tenantQueries.all })

export function useCreateTenant() {
  const queryClient = useQueryClient()
  return useSingleMutation({
    ...OWN_ERROR_OPTIONS,
    mutationFn: (body: CallBody<typeof createTenant>) => call(createTenant, { body }),
    onSuccess: (_response, { name }) => {
      notify.success({ title: `Organização ${name} criada.` })
      void refetchTenants(queryClient)
    },
  })
}

export function useUpdateTenant() {
  const queryClient = useQueryClient()
  return useSingleMutation({
    ...OWN_ERROR_OPTIONS,
    mutationFn: ({ id, ...body }: { id: string } & CallBody<typeof updateTenant>) => call(updateTenant, { params: { id }, body }),
    onSettled: () => refetchTenants(queryClient),
  })
}

type TenantPages = InfiniteData<{ tenants: Tenant[] }>

const getSummarySubject = (id: string): NotificationSubject => [...tenantQueries.all, 'summary', id]

/** Returns a mutation that requests a recount of one organisation's (tenant's) figures, and updates them in every cached list. */
export function useRefreshTenantSummary() {
  const queryClient = useQueryClient()
  return useSingleMutation({
    ...OWN_ERROR_OPTIONS,
    mutationFn: fetchTenantWithSummary,
    onSuccess: (fresh) => {
      dismissNotificationAbout(getSummarySubject(fresh.id))
      const replaceIfFresh = (tenant: Tenant) => (tenant.id === fresh.id ? fresh : tenant)
      queryClient.setQueriesData<TenantPages>({ queryKey: [...tenantQueries.all, 'list'] }, (data) =>
        data ? { ...data, pages: data.pages.map((page) => ({ ...page, tenants: page.tenants.map(replaceIfFresh) })) } : data,
      )
    },
    onError: (error, id) =>
      notifyError(error, { title: getErrorReason(error, 'Failed to refresh tenant summary'), subject: getSummarySubject(id) }),
  })
}
