import { listWhatsappNotices, listWhatsappNumbers } from '@prosa/contract/calls/whatsapp/channels'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../shared/api/api-client.ts'

export const channelQueries = {
  /** WhatsApp numbers of the organisation, and the webhook URL for Meta. */
  whatsapp: () =>
    queryOptions({
      queryKey: ['channels', 'whatsapp'],
      queryFn: async ({ signal }) => (await call(listWhatsappNumbers, { signal })).data,
      meta: { showsOwnError: true },
    }),

  /**
   * Meta's notices about a WhatsApp number, newest first. The cache key begins with the key of the numbers, so that each channel event
   * refetches both.
   */
  notices: (id: string) =>
    infiniteQueryOptions({
      networkMode: 'always',
      meta: { showsOwnError: true },
      queryKey: ['channels', 'whatsapp', 'notices', id],
      queryFn: async ({ signal, pageParam }) =>
        (await call(listWhatsappNotices, { params: { id }, query: pageParam ? { cursor: pageParam } : {}, signal })).data,
      initialPageParam: '',
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    }),
}
