import { getStorage } from '@prosa/contract/calls/conversations/files'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../shared/api/api-client.ts'

export const storageQuery = () =>
  queryOptions({
    networkMode: 'always',
    meta: { showsOwnError: true },
    queryKey: ['storage'],
    queryFn: async ({ signal }) => (await call(getStorage, { signal })).data,
  })
