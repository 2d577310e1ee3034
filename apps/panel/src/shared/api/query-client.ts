import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { notifyError } from '../notifications.ts'
import { ApiError } from './errors.ts'

interface ErrorMeta extends Record<string, unknown> {
  /** The caller shows its own text; the general toast stays away. */
  showsOwnError?: boolean
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: ErrorMeta
    mutationMeta: ErrorMeta
  }
}

/** Only a call that may work a moment later is made again by itself. */
const isPassing = (error: Error): boolean => error instanceof ApiError && (error.statusCode === 0 || error.statusCode >= 502)

/** The server's data in this page; errors that no screen shows itself become a toast. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (!query.meta?.showsOwnError) notifyError(error)
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, _result, mutation) => {
        if (!mutation.meta?.showsOwnError) notifyError(error)
      },
    }),
    defaultOptions: {
      // Without a network a call fails and says so, instead of waiting in silence for it to come back.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 30_000,
        retry: (failures, error) => failures < 1 && isPassing(error),
      },
    },
  })

export const queryClient = createQueryClient()
