import type { Deps } from '../../kernel/deps.ts'
import type { Feature } from '../../kernel/feature.ts'
import type { ChannelAdapters, Conversations } from '../conversations/ports.ts'
import type { Costs } from '../costs/ports.ts'
import type { Files } from '../files/ports.ts'
import type { Leads } from '../leads/ports.ts'
import { channelEvents } from './channel-events.ts'
import type { Channels } from './ports.ts'
import { webchatAdapter } from './webchat/channel-adapter.ts'
import { webchatRoutes } from './webchat/routes.ts'
import { downloadAdImage, markAdImageFailed } from './whatsapp/ad-image.ts'
import { createWhatsAppAdapter } from './whatsapp/channel-adapter.ts'
import { eraseLead } from './whatsapp/erase-lead.ts'
import { compareNumberHistory, scheduleNumberComparisons, startNightlyComparison } from './whatsapp/evidence/compare-history.ts'
import { exportLead } from './whatsapp/export-lead.ts'
import { fetchBill } from './whatsapp/fetch-bill.ts'
import { inspectNumber } from './whatsapp/inspect-number.ts'
import { findSendersByEventKeys } from './whatsapp/lead-records.ts'
import { fetchMediaFile, markMediaFileFailed } from './whatsapp/media-files.ts'
import { checkNumberActivity } from './whatsapp/number-activity.ts'
import { scheduleAllNumberChecks, startDailyNumberChecks } from './whatsapp/number-checks.ts'
import { importHistory } from './whatsapp/past/import-history.ts'
import { requestPhoneHistory } from './whatsapp/past/request-phone-history.ts'
import { registerPresenceListeners } from './whatsapp/presence.ts'
import { markOldestEventFailed, processEvents } from './whatsapp/process-events.ts'
import { purgeEvents } from './whatsapp/purge-events.ts'
import { reencryptNumberSecrets } from './whatsapp/reencrypt-number-secrets.ts'
import { whatsappRoutes } from './whatsapp/routes.ts'
import { sendProblemMail } from './whatsapp/send-problem-mail.ts'
import { markUploadFailed, uploadMedia } from './whatsapp/upload-media.ts'
import { markOldestBatchFailed, processBatches } from './whatsapp/webhook-batches.ts'
import { checkWebhookHandshake } from './whatsapp/webhook-handshake.ts'
import { whatsappWebhookRoutes } from './whatsapp/webhook-routes.ts'

/** Returns the adapters that send messages, by channel. */
export const createChannelAdapters = (deps: Deps, ports: { leads: Leads; files: Files; costs: Costs }): ChannelAdapters => ({
  webchat: webchatAdapter,
  whatsapp: createWhatsAppAdapter(deps, ports),
})

export function createChannelsModule(
  deps: Deps,
  ports: { conversations: Conversations; costs: Costs; files: Files; leads: Leads },
) {
  const { conversations } = ports
  const port: Channels = {
    sendersOf: findSendersByEventKeys,
    exportLead,
    eraseLead,
  }
  return {
    port,
    routes: async (api) => {
      await webchatRoutes(api, deps, conversations, ports.files)
      whatsappRoutes(api, deps, conversations, ports.files)
    },
    ownRoutes: (http) => whatsappWebhookRoutes(http, deps, ports),
    jobs: {
      'receive-whatsapp': (job) => processEvents(deps, ports, job),
      'take-whatsapp-batch': (job) => processBatches(deps, ports, job),
      'import-past': (job) => importHistory(deps, ports, job),
      'ask-phone': (job) => requestPhoneHistory(deps, job),
      'compare-numbers': () => scheduleNumberComparisons(deps),
      'compare-number': (job) => compareNumberHistory(deps, job),
      'read-bill': (job) => fetchBill(deps, ports.costs, job),
      'upload-media': (job, _signal, failures) => uploadMedia(deps, ports, job, failures),
      'fetch-media': (job, _signal, failures) => fetchMediaFile(deps, ports, job, failures),
      'fetch-ad-picture': (job) => downloadAdImage(deps, ports, job),
      'mail-number-problem': (job) => sendProblemMail(deps, job),
      'check-number': (job) => inspectNumber(deps, job),
      'check-numbers': () => scheduleAllNumberChecks(deps),
      'watch-number': (job) => checkNumberActivity(deps, job),
      'judge-handshake': (job) => checkWebhookHandshake(deps, job),
      'purge-whatsapp': (job) => purgeEvents(deps, conversations, job),
    },
    giveUps: {
      'receive-whatsapp': (job) => markOldestEventFailed(deps, job),
      'take-whatsapp-batch': (job) => markOldestBatchFailed(deps, job, 'batch'),
      'import-past': (job) => markOldestBatchFailed(deps, job, 'past'),
      'upload-media': (job) => markUploadFailed(deps, ports, job),
      'fetch-media': (job) => markMediaFileFailed(deps, ports, job),
      'fetch-ad-picture': (job) => markAdImageFailed(deps, ports, job),
    },
    live: channelEvents,
    start: async () => {
      registerPresenceListeners(deps)
      await startNightlyComparison(deps)
      return startDailyNumberChecks(deps)
    },
    reseal: (tx, tenantId) => reencryptNumberSecrets(tx, tenantId, deps),
  } satisfies Feature & { port: Channels }
}
