import { listWhatsappNumbers } from '@prosa/contract/calls/channels'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../shared/api/client.ts'

export const channelQueries = {
  /** The tenant's numbers, and where Meta is to call. */
  whatsapp: () =>
    queryOptions({
      queryKey: ['channels', 'whatsapp'],
      queryFn: async ({ signal }) => (await call(listWhatsappNumbers, { signal })).data,
      meta: { showsOwnError: true },
    }),
}
