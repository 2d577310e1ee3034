import { sessions } from '@prosa/contract/calls/accounts/auth'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../shared/api/api-client.ts'

export const settingsQueries = {
  sessions: () =>
    queryOptions({
      queryKey: ['settings', 'sessions'],
      queryFn: async ({ signal }) => (await call(sessions, { signal })).data.sessions,
      meta: { showsOwnError: true },
    }),
}
