import type { ServerEvent, ServerEventName } from '@prosa/contract/events'
import type { QueryClient } from '@tanstack/react-query'
import { useConnection } from '../../shared/realtime/connection.ts'
import { onConnected, onServerEvent } from '../../shared/realtime/socket.ts'

type EventNotifier<N extends ServerEventName> = (client: QueryClient, event: ServerEvent<N>) => unknown

/**
 * Creates a notifier for a server event. The notifier's code is loaded when the first event of this kind arrives. The result starts the
 * notifier and returns a function that stops it.
 */
const createLazyNotifier =
  <N extends ServerEventName>(event: N, load: () => Promise<EventNotifier<N>>) =>
  (client: QueryClient): (() => void) =>
    onServerEvent(event, (payload) => {
      load()
        .then((notifyEvent) => notifyEvent(client, payload))
        // If loading fails, nothing is shown, because a page has the same information.
        .catch(() => {})
    })

const lazyNotifiers = [
  /** Notifies that a requested export is ready. */
  createLazyNotifier(
    'export_ready',
    async () => (await import('../../features/exports/notify-export-finished.ts')).notifyExportFinished,
  ),
  /** Notifies managers that a WhatsApp number does not work. */
  createLazyNotifier(
    'channel_updated',
    async () => (await import('../../features/channels/numbers/notify-number-problems.ts')).notifyNumberProblems,
  ),
  /** Warns managers that agents approach the monthly budget. */
  createLazyNotifier(
    'budget_updated',
    async () => (await import('../../features/costs/update-budget-warning.ts')).updateBudgetWarning,
  ),
  /** Warns managers that the storage quota is almost used up. */
  createLazyNotifier(
    'storage_updated',
    async () => (await import('../../features/storage/update-storage-warning.ts')).updateStorageWarning,
  ),
]

/**
 * Checks after each reconnection whether a WhatsApp number stopped working meanwhile. Skips the first connection, because the page then
 * loads the current state itself.
 */
function checkNumbersAfterReconnection(client: QueryClient): () => void {
  let isReconnection = useConnection.getState().wasConnected
  return onConnected(() => {
    if (isReconnection)
      import('../../features/channels/numbers/notify-number-problems.ts')
        .then(({ notifyMissedNumberProblems }) => notifyMissedNumberProblems(client))
        // If loading fails, nothing is shown, because the page of WhatsApp numbers has the same information.
        .catch(() => {})
    isReconnection = true
  })
}

/** Starts all notifiers. Returns a function that stops them. */
export function registerLazyNotifiers(client: QueryClient): () => void {
  const unsubscribers = [...lazyNotifiers, checkNumbersAfterReconnection].map((register) => register(client))
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe()
  }
}
