import type { ServerEvent, ServerEventName } from '@prosa/contract/events'
import type { QueryClient } from '@tanstack/react-query'
import { useConnection } from '../../shared/realtime/connection.ts'
import { onConnected, onServerEvent } from '../../shared/realtime/socket.ts'

type Teller<N extends ServerEventName> = (client: QueryClient, event: ServerEvent<N>) => unknown

/**
 * Creates a notifier for an event; its code is loaded with the first event. Returns a function that starts it and returns how to stop it.
 */
const tells =
  <N extends ServerEventName>(event: N, load: () => Promise<Teller<N>>) =>
  (client: QueryClient): (() => void) =>
    onServerEvent(event, (payload) => {
      load()
        .then((tell) => tell(client, payload))
        // The event's page shows the same information.
        .catch(() => {})
    })

const tellers = [
  /** A requested export is ready. */
  tells('export_ready', async () => (await import('../../features/exports/tell-export.ts')).tellExport),
  /** For managers: a number does not work. */
  tells('channel_updated', async () => (await import('../../features/channels/tell-problems.ts')).tellProblems),
  /** For managers: agents approach the monthly budget. */
  tells('budget_updated', async () => (await import('../../features/costs/tell-budget.ts')).tellBudget),
  /** For managers: the storage quota is almost used up. */
  tells('storage_updated', async () => (await import('../../features/storage/tell-storage.ts')).tellStorage),
]

/** After a reconnection, checks for numbers that failed meanwhile. At the first connection the page shows them. */
function tellWhatWasMissed(client: QueryClient): () => void {
  let isBack = useConnection.getState().wasConnected
  return onConnected(() => {
    if (isBack)
      import('../../features/channels/tell-problems.ts')
        .then(({ tellMissedProblems }) => tellMissedProblems(client))
        // The numbers page shows the same information.
        .catch(() => {})
    isBack = true
  })
}

/** Starts all notifiers. Returns a function that stops them. */
export function tellLately(client: QueryClient): () => void {
  const ends = [...tellers, tellWhatWasMissed].map((begin) => begin(client))
  return () => {
    for (const end of ends) end()
  }
}
