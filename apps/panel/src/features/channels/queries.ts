import { listWhatsappNotices, listWhatsappNumbers } from '@prosa/contract/calls/channels'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../shared/api/client.ts'

export const channelQueries = {
  /** The tenant's numbers, and where Meta is to call. */
  whatsapp: () =>
    queryOptions({
      queryKey: ['channels', 'whatsapp'],
      queryFn: async ({ signal }) => (await call(listWhatsappNumbers, { signal })).data,
      meta: { showsOwnError: true },
    }),

  /** What Meta told of a number, the newest first; asked again with the numbers, whenever a channel tells of itself. */
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
