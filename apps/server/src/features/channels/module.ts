import type { Deps } from '../../platform/deps.ts'
import type { Feature } from '../../platform/feature.ts'
import type { ChannelAdapters, Conversations } from '../conversations/ports.ts'
import type { Costs } from '../costs/ports.ts'
import type { Files } from '../files/ports.ts'
import type { Leads } from '../leads/ports.ts'
import { channelEvents } from './events.ts'
import type { Channels } from './ports.ts'
import { webchatAdapter } from './webchat/channel-adapter.ts'
import { webchatRoutes } from './webchat/routes.ts'
import { fetchBill } from './whatsapp/costs/fetch-bill.ts'
import { importHistory } from './whatsapp/history-import/import-history.ts'
import { requestPhoneHistory } from './whatsapp/history-import/request-phone-history.ts'
import { markOldestEventFailed, processEvents } from './whatsapp/inbound/process-events.ts'
import { eraseLeadData } from './whatsapp/lead-data/erase-lead-data.ts'
import { exportLeadData } from './whatsapp/lead-data/export-lead-data.ts'
import { findSendersByEventKeys } from './whatsapp/lead-data/lead-records.ts'
import { downloadAdImage, markAdImageFailed } from './whatsapp/media/ad-image.ts'
import { fetchMediaFile, markMediaFileFailed } from './whatsapp/media/media-files.ts'
import { markUploadFailed, uploadMedia } from './whatsapp/media/upload-media.ts'
import { inspectNumber } from './whatsapp/number-health/inspect-number.ts'
import { checkNumberActivity } from './whatsapp/number-health/number-activity.ts'
import { scheduleAllNumberChecks, startDailyNumberChecks } from './whatsapp/number-health/number-checks.ts'
import { sendProblemMail } from './whatsapp/number-health/send-problem-mail.ts'
import { reencryptNumberSecrets } from './whatsapp/numbers/reencrypt-number-secrets.ts'
import { createWhatsAppAdapter } from './whatsapp/outbound/channel-adapter.ts'
import { registerPresenceListeners } from './whatsapp/outbound/presence.ts'
import {
  compareNumberHistory,
  scheduleNumberComparisons,
  startNightlyComparison,
} from './whatsapp/reconciliation/compare-history.ts'
import { whatsappRoutes } from './whatsapp/routes.ts'
import { purgeEvents } from './whatsapp/webhook/purge-events.ts'
import { markOldestBatchFailed, processBatches } from './whatsapp/webhook/webhook-batches.ts'
import { checkWebhookHandshake } from './whatsapp/webhook/webhook-handshake.ts'
import { whatsappWebhookRoutes } from './whatsapp/webhook/webhook-routes.ts'

/** Creates the adapter of each channel (web chat and WhatsApp). An adapter sends messages. */
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
    findSendersByEventKeys: findSendersByEventKeys,
    exportLeadData,
    eraseLeadData,
  }
  return {
    port,
    routes: async (api) => {
      await webchatRoutes(api, deps, conversations, ports.files)
      whatsappRoutes(api, deps, conversations, ports.files)
    },
    rootRoutes: (http) => whatsappWebhookRoutes(http, deps, ports),
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
    finalFailureHandlers: {
      'receive-whatsapp': (job) => markOldestEventFailed(deps, job),
      'take-whatsapp-batch': (job) => markOldestBatchFailed(deps, job, 'batch'),
      'import-past': (job) => markOldestBatchFailed(deps, job, 'past'),
      'upload-media': (job) => markUploadFailed(deps, ports, job),
      'fetch-media': (job) => markMediaFileFailed(deps, ports, job),
      'fetch-ad-picture': (job) => markAdImageFailed(deps, ports, job),
    },
    socketEvents: channelEvents,
    start: async () => {
      registerPresenceListeners(deps)
      await startNightlyComparison(deps)
      return startDailyNumberChecks(deps)
    },
    reencryptSecrets: (tx, tenantId) => reencryptNumberSecrets(tx, tenantId, deps),
  } satisfies Feature & { port: Channels }
}
