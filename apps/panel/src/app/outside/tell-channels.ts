import type { QueryClient } from '@tanstack/react-query'
import { onServerEvent } from '../../shared/realtime/socket.ts'

/** Says, wherever a manager is by then, that a number does not work. @returns a function that ends it */
export const tellChannels = (client: QueryClient): (() => void) =>
  onServerEvent('channel_updated', (event) => {
    // A provider that names no problems says so on its page only.
    if (!event.problems) return
    import('../../features/channels/tell-problems.ts')
      .then(({ tellProblems }) => tellProblems(client, event))
      // The number's page says it all the same.
      .catch(() => {})
  })
