import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { notifyError, type Subject, takeBack } from '../notifications.ts'
import { ApiError } from './errors.ts'
import { freshFor } from './fresh-for.ts'

interface ErrorMeta extends Record<string, unknown> {
  /** The caller shows its own text; the general toast stays away. */
  showsOwnError?: boolean
}

interface MutationErrorMeta extends ErrorMeta {
  /** Of what a failure tells, here or in the caller's own words: what stands there is taken back when it succeeds. */
  about?: Subject
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: ErrorMeta
    mutationMeta: MutationErrorMeta
  }
}

/** Only a call that may work a moment later is made again by itself. */
const isPassing = (error: Error): boolean => error instanceof ApiError && (error.statusCode === 0 || error.statusCode >= 502)

/** Loads that failed because nothing came through, which a connection proves wrong; one that was answered too late may be so again. */
const unreached = new Set<Subject>()

/** There is a connection again: what only told that there was none is taken back. */
export const takeBackUnreached = (): void => {
  for (const queryKey of unreached) takeBack(queryKey)
  unreached.clear()
}
onlineManager.subscribe((isOnline) => isOnline && takeBackUnreached())

/** The server's data in this page; errors that no screen shows itself become a toast. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onSuccess: (_data, { queryKey }) => takeBack(queryKey),
      onError: (error, { queryKey, meta }) => {
        if (error instanceof ApiError && error.code === 'NETWORK_ERROR') unreached.add(queryKey)
        if (!meta?.showsOwnError) notifyError(error, { about: queryKey })
      },
    }),
    mutationCache: new MutationCache({
      onSuccess: (_data, _variables, _context, { meta }) => {
        if (meta?.about) takeBack(meta.about)
      },
      onError: (error, _variables, _context, { meta }) => {
        if (!meta?.showsOwnError) notifyError(error, { about: meta?.about })
      },
    }),
    defaultOptions: {
      // Without a network a call fails and says so, instead of waiting in silence for it to come back.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: freshFor(30_000),
        retry: (failures, error) => failures < 1 && isPassing(error),
      },
    },
  })

export const queryClient = createQueryClient()
