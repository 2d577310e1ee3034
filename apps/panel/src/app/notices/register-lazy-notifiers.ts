import type { ServerEvent, ServerEventName } from '@prosa/contract/events'
import type { QueryClient } from '@tanstack/react-query'
import { useConnection } from '../../shared/realtime/connection.ts'
import { onConnected, onServerEvent } from '../../shared/realtime/socket.ts'

type EventNotifier<N extends ServerEventName> = (client: QueryClient, event: ServerEvent<N>) => unknown

/**
 * Creates a notifier for an event; its code is loaded with the first event. Returns a function that starts it and returns how to stop it.
 */
const createLazyNotifier =
  <N extends ServerEventName>(event: N, load: () => Promise<EventNotifier<N>>) =>
  (client: QueryClient): (() => void) =>
    onServerEvent(event, (payload) => {
      load()
        .then((tell) => tell(client, payload))
        // The event's page shows the same information.
        .catch(() => {})
    })

const lazyNotifiers = [
  /** A requested export is ready. */
  createLazyNotifier(
    'export_ready',
    async () => (await import('../../features/exports/notify-export-finished.ts')).notifyExportFinished,
  ),
  /** For managers: a number does not work. */
  createLazyNotifier(
    'channel_updated',
    async () => (await import('../../features/channels/numbers/notify-number-problems.ts')).notifyNumberProblems,
  ),
  /** For managers: agents approach the monthly budget. */
  createLazyNotifier(
    'budget_updated',
    async () => (await import('../../features/costs/update-budget-warning.ts')).updateBudgetWarning,
  ),
  /** For managers: the storage quota is almost used up. */
  createLazyNotifier(
    'storage_updated',
    async () => (await import('../../features/storage/update-storage-warning.ts')).updateStorageWarning,
  ),
]

/** After a reconnection, checks for numbers that failed meanwhile. At the first connection the page shows them. */
function checkNumbersAfterReconnection(client: QueryClient): () => void {
  let isBack = useConnection.getState().wasConnected
  return onConnected(() => {
    if (isBack)
      import('../../features/channels/numbers/notify-number-problems.ts')
        .then(({ notifyMissedNumberProblems }) => notifyMissedNumberProblems(client))
        // The numbers page shows the same information.
        .catch(() => {})
    isBack = true
  })
}

/** Starts all notifiers. Returns a function that stops them. */
export function registerLazyNotifiers(client: QueryClient): () => void {
  const ends = [...lazyNotifiers, checkNumbersAfterReconnection].map((begin) => begin(client))
  return () => {
    for (const end of ends) end()
  }
}
