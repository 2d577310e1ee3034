import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { dismissNotificationAbout, type NotificationSubject, notifyError } from '../notifications/notifications.ts'
import { ApiError } from './errors.ts'
import { createStaleTime } from './stale-time.ts'

interface ErrorMeta extends Record<string, unknown> {
  /** Whether the caller shows its own error text, so that the general toast is not shown. */
  showsOwnError?: boolean
}

interface MutationErrorMeta extends ErrorMeta {
  /** Subject of the error message, whether shown here or by the caller. The message is removed when the mutation succeeds. */
  about?: NotificationSubject
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: ErrorMeta
    mutationMeta: MutationErrorMeta
  }
}

/** Whether a retry a moment later may succeed. Only such calls are retried automatically. */
const isTransientError = (error: Error): boolean =>
  error instanceof ApiError && (error.statusCode === 0 || error.statusCode >= 502)

/**
 * Queries that failed because the server could not be reached. Their messages are removed once there is a connection. Timeouts are not in
 * this set, because they may happen again.
 */
const unreachableQueries = new Set<NotificationSubject>()

/** Removes the messages about a missing connection. Called when there is a connection again. */
export const dismissUnreachableErrors = (): void => {
  for (const queryKey of unreachableQueries) dismissNotificationAbout(queryKey)
  unreachableQueries.clear()
}
onlineManager.subscribe((isOnline) => isOnline && dismissUnreachableErrors())

/** Creates the cache of server data. Errors that no screen shows itself are shown as a toast. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onSuccess: (_data, { queryKey }) => dismissNotificationAbout(queryKey),
      onError: (error, { queryKey, meta }) => {
        if (error instanceof ApiError && error.code === 'NETWORK_ERROR') unreachableQueries.add(queryKey)
        if (!meta?.showsOwnError) notifyError(error, { about: queryKey })
      },
    }),
    mutationCache: new MutationCache({
      onSuccess: (_data, _variables, _context, { meta }) => {
        if (meta?.about) dismissNotificationAbout(meta.about)
      },
      onError: (error, _variables, _context, { meta }) => {
        if (!meta?.showsOwnError) notifyError(error, { about: meta?.about })
      },
    }),
    defaultOptions: {
      // Without a network a call fails with an error, instead of waiting silently until the network is back.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: createStaleTime(30_000),
        retry: (failures, error) => failures < 1 && isTransientError(error),
      },
    },
  })

export const queryClient = createQueryClient()
