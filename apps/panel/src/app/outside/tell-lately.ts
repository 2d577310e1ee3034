import type { ServerEvent, ServerEventName } from '@prosa/contract/events'
import type { QueryClient } from '@tanstack/react-query'
import { useConnection } from '../../shared/realtime/connection.ts'
import { onConnected, onServerEvent } from '../../shared/realtime/socket.ts'

type Teller<N extends ServerEventName> = (client: QueryClient, event: ServerEvent<N>) => unknown

/** What says something wherever the person is by then; its code comes with the first event. @returns a function that begins it, and answers how to end it */
const tells =
  <N extends ServerEventName>(event: N, load: () => Promise<Teller<N>>) =>
  (client: QueryClient): (() => void) =>
    onServerEvent(event, (payload) => {
      load()
        .then((tell) => tell(client, payload))
        // What it would say stands on its page all the same.
        .catch(() => {})
    })

const tellers = [
  /** A file that the person asked for is there. */
  tells('export_ready', async () => (await import('../../features/exports/tell-export.ts')).tellExport),
  /** To managers: a number does not work. */
  tells('channel_updated', async () => (await import('../../features/channels/tell-problems.ts')).tellProblems),
  /** To managers: agents come to the limit of the month. */
  tells('budget_updated', async () => (await import('../../features/costs/tell-budget.ts')).tellBudget),
  /** To managers: the room for files runs out. */
  tells('storage_updated', async () => (await import('../../features/storage/tell-storage.ts')).tellStorage),
]

/** Whoever was away may have missed that a number broke; what stands at the first connection its page tells. */
function tellWhatWasMissed(client: QueryClient): () => void {
  let isBack = useConnection.getState().wasConnected
  return onConnected(() => {
    if (isBack)
      import('../../features/channels/tell-problems.ts')
        .then(({ tellMissedProblems }) => tellMissedProblems(client))
        // Its page tells it all the same.
        .catch(() => {})
    isBack = true
  })
}

/** Begins all that is told so. @returns how to end it */
export function tellLately(client: QueryClient): () => void {
  const ends = [...tellers, tellWhatWasMissed].map((begin) => begin(client))
  return () => {
    for (const end of ends) end()
  }
}
