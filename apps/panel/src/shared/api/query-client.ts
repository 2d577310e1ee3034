import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { dismissNotificationAbout, type NotificationSubject, notifyError } from '../notifications/notifications.ts'
import { ApiError } from './errors.ts'
import { createStaleTime } from './stale-time.ts'

interface ErrorMeta extends Record<string, unknown> {
  /** Whether the caller shows its own error text, so that the general toast is not shown. */
  showsOwnError?: boolean
}

interface MutationErrorMeta extends ErrorMeta {
  /** Subject of the error notification. The notification is dismissed when the mutation succeeds. */
  subject?: NotificationSubject
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: ErrorMeta
    mutationMeta: MutationErrorMeta
  }
}

/** Whether the error is temporary. Only queries with such an error are retried automatically. */
const isTransientError = (error: Error): boolean =>
  error instanceof ApiError && (error.statusCode === 0 || error.statusCode >= 502)

/**
 * Keys of queries that failed because the server could not be reached. A new connection dismisses their error notifications. Timeouts are
 * not included, because they may happen again.
 */
const unreachableQueries = new Set<NotificationSubject>()

/** Dismisses the notifications about a missing connection. Called after the connection is restored. */
export const dismissUnreachableErrors = (): void => {
  for (const queryKey of unreachableQueries) dismissNotificationAbout(queryKey)
  unreachableQueries.clear()
}
onlineManager.subscribe((isOnline) => isOnline && dismissUnreachableErrors())

/** Creates the TanStack Query client. Shows errors as notifications, unless a screen shows them itself. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onSuccess: (_data, { queryKey }) => dismissNotificationAbout(queryKey),
      onError: (error, { queryKey, meta }) => {
        if (error instanceof ApiError && error.code === 'NETWORK_ERROR') unreachableQueries.add(queryKey)
        if (!meta?.showsOwnError) notifyError(error, { subject: queryKey })
      },
    }),
    mutationCache: new MutationCache({
      onSuccess: (_data, _variables, _context, { meta }) => {
        if (meta?.subject) dismissNotificationAbout(meta.subject)
      },
      onError: (error, _variables, _context, { meta }) => {
        if (!meta?.showsOwnError) notifyError(error, { subject: meta?.subject })
      },
    }),
    defaultOptions: {
      // Without a network a request fails with an error. By default TanStack Query would pause it until the network is back.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: createStaleTime(30_000),
        retry: (failureCount, error) => failureCount < 1 && isTransientError(error),
      },
    },
  })

export const queryClient = createQueryClient()
