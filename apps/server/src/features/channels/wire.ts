import type { Deps } from '../../kernel/deps.ts'
import type { Feature } from '../../kernel/feature.ts'
import type { Conversations, Outgoing } from '../conversations/ports.ts'
import type { Costs } from '../costs/ports.ts'
import type { Files } from '../files/ports.ts'
import type { Leads } from '../leads/ports.ts'
import { channelEvents } from './live.ts'
import type { Channels } from './ports.ts'
import { webchatChannel } from './webchat/outgoing.ts'
import { webchatRoutes } from './webchat/routes.ts'
import { fetchAdPicture, giveUpAdPicture } from './whatsapp/ad-picture.ts'
import { askAfterAll, startDailyChecks } from './whatsapp/ask-daily.ts'
import { giveUpOldestBatch, takeBatches } from './whatsapp/batches.ts'
import { eraseLead } from './whatsapp/erase-lead.ts'
import { compareNumber, compareNumbers, startComparing } from './whatsapp/evidence/compare.ts'
import { exportLead } from './whatsapp/export-lead.ts'
import { judgeHandshake } from './whatsapp/handshake.ts'
import { inspectNumber } from './whatsapp/inspect-number.ts'
import { sendersOf } from './whatsapp/lead-traces.ts'
import { mailProblem } from './whatsapp/mail-problem.ts'
import { fetchMediaFile, giveUpMediaFile } from './whatsapp/media-files.ts'
import { whatsappChannel } from './whatsapp/outgoing.ts'
import { askPhone } from './whatsapp/past/ask-phone.ts'
import { importHistory } from './whatsapp/past/import-history.ts'
import { showPresence } from './whatsapp/presence.ts'
import { giveUpOldestEvent, processEvents } from './whatsapp/process-events.ts'
import { purgeEvents } from './whatsapp/purge-events.ts'
import { readBill } from './whatsapp/read-bill.ts'
import { resealNumbers } from './whatsapp/reseal-numbers.ts'
import { whatsappRoutes } from './whatsapp/routes.ts'
import { giveUpUpload, uploadMedia } from './whatsapp/upload-media.ts'
import { watchNumber } from './whatsapp/watch-number.ts'
import { whatsappWebhook } from './whatsapp/webhook-routes.ts'

/** Returns the adapters that send messages, by channel. */
export const createOutgoing = (deps: Deps, ports: { leads: Leads; files: Files; costs: Costs }): Outgoing => ({
  webchat: webchatChannel,
  whatsapp: whatsappChannel(deps, ports),
})

export function wireChannels(deps: Deps, ports: { conversations: Conversations; costs: Costs; files: Files; leads: Leads }) {
  const { conversations } = ports
  const port: Channels = {
    sendersOf,
    exportLead,
    eraseLead,
  }
  return {
    port,
    routes: async (api) => {
      await webchatRoutes(api, deps, conversations, ports.files)
      whatsappRoutes(api, deps, conversations, ports.files)
    },
    ownRoutes: (http) => whatsappWebhook(http, deps, ports),
    jobs: {
      'receive-whatsapp': (job) => processEvents(deps, ports, job),
      'take-whatsapp-batch': (job) => takeBatches(deps, ports, job),
      'import-past': (job) => importHistory(deps, ports, job),
      'ask-phone': (job) => askPhone(deps, job),
      'compare-numbers': () => compareNumbers(deps),
      'compare-number': (job) => compareNumber(deps, job),
      'read-bill': (job) => readBill(deps, ports.costs, job),
      'upload-media': (job, _signal, failures) => uploadMedia(deps, ports, job, failures),
      'fetch-media': (job, _signal, failures) => fetchMediaFile(deps, ports, job, failures),
      'fetch-ad-picture': (job) => fetchAdPicture(deps, ports, job),
      'mail-number-problem': (job) => mailProblem(deps, job),
      'check-number': (job) => inspectNumber(deps, job),
      'check-numbers': () => askAfterAll(deps),
      'watch-number': (job) => watchNumber(deps, job),
      'judge-handshake': (job) => judgeHandshake(deps, job),
      'purge-whatsapp': (job) => purgeEvents(deps, conversations, job),
    },
    giveUps: {
      'receive-whatsapp': (job) => giveUpOldestEvent(deps, job),
      'take-whatsapp-batch': (job) => giveUpOldestBatch(deps, job, 'batch'),
      'import-past': (job) => giveUpOldestBatch(deps, job, 'past'),
      'upload-media': (job) => giveUpUpload(deps, ports, job),
      'fetch-media': (job) => giveUpMediaFile(deps, ports, job),
      'fetch-ad-picture': (job) => giveUpAdPicture(deps, ports, job),
    },
    live: channelEvents,
    start: async () => {
      showPresence(deps)
      await startComparing(deps)
      return startDailyChecks(deps)
    },
    reseal: (tx, tenantId) => resealNumbers(tx, tenantId, deps),
  } satisfies Feature & { port: Channels }
}
