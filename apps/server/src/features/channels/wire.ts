import type { ChannelAdapter, Deps } from '../../kernel/deps.ts'
import type { Feature } from '../../kernel/feature.ts'
import type { Conversations } from '../conversations/ports.ts'
import { channelEvents } from './live.ts'
import { webchatChannel } from './webchat/outgoing.ts'
import { webchatRoutes } from './webchat/routes.ts'
import { takeBatches } from './whatsapp/batches.ts'
import { eraseFiles, fetchMediaFile } from './whatsapp/media-files.ts'
import { whatsappChannel } from './whatsapp/outgoing.ts'
import { showPresence } from './whatsapp/presence.ts'
import { processEvents } from './whatsapp/process-events.ts'
import { purgeEvents } from './whatsapp/purge-events.ts'
import { resealNumbers } from './whatsapp/reseal-numbers.ts'
import { whatsappRoutes } from './whatsapp/routes.ts'
import { whatsappWebhook } from './whatsapp/webhook-routes.ts'

/** How messages leave, by the name of their channel. */
export const createChannels = (deps: Parameters<typeof whatsappChannel>[0]): Readonly<Record<string, ChannelAdapter>> => ({
  webchat: webchatChannel,
  whatsapp: whatsappChannel(deps),
})

export function wireChannels(deps: Deps, ports: { conversations: Conversations }) {
  const { conversations } = ports
  return {
    routes: async (api) => {
      await webchatRoutes(api, deps, conversations)
      whatsappRoutes(api, deps, conversations)
    },
    ownRoutes: (http) => whatsappWebhook(http, deps, conversations),
    jobs: {
      'receive-whatsapp': (job) => processEvents(deps, ports, job),
      'take-whatsapp-batch': (job) => takeBatches(deps, conversations, job),
      'fetch-media': (job) => fetchMediaFile(deps, conversations, job),
      'erase-files': (job) => eraseFiles(deps, job),
      'purge-whatsapp': (job) => purgeEvents(deps, job),
    },
    live: channelEvents,
    start: () => showPresence(deps),
    reseal: (tx, tenantId) => resealNumbers(tx, tenantId, deps),
  } satisfies Feature
}
