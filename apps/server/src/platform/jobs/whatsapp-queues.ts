import type { JobName } from './job-names.ts'
import { BATCH_WORK_OPTIONS, type JobQueueConfig, ORDERED_QUEUE_OPTIONS } from './queue-presets.ts'

/** Queue settings for requests to Meta that are not urgent and may be retried for a day or more. */
const LOW_PRIORITY_META_QUEUE: JobQueueConfig = {
  queueOptions: {
    policy: 'short',
    retryLimit: 20,
    retryDelay: 60,
    retryBackoff: true,
    retryDelayMax: 3_600,
    expireInSeconds: 900,
    deleteAfterSeconds: 600,
  },
  workOptions: { batchSize: 5, pollingIntervalSeconds: 30 },
}

/** Settings of the queues that process WhatsApp events and fetch data from Meta. */
export const WHATSAPP_QUEUES = {
  'receive-whatsapp': {
    queueOptions: { ...ORDERED_QUEUE_OPTIONS, retryLimit: 10_000 },
    workOptions: BATCH_WORK_OPTIONS,
    normalPriorityPerMinute: 30,
    deletesCompletedJobs: true,
  },
  'take-whatsapp-batch': {
    queueOptions: { ...ORDERED_QUEUE_OPTIONS, retryLimit: 10_000, expireInSeconds: 600 },
    workOptions: { ...BATCH_WORK_OPTIONS, batchSize: 1 },
    maxPerTenant: 2,
  },
  'import-past': {
    queueOptions: { ...ORDERED_QUEUE_OPTIONS, retryLimit: 10_000, expireInSeconds: 900 },
    workOptions: { ...BATCH_WORK_OPTIONS, batchSize: 1, localConcurrency: 2 },
    maxPerTenant: 1,
  },
  'ask-phone': {
    // Retried for a day, after which Meta no longer provides the data.
    queueOptions: {
      policy: 'key_strict_fifo',
      retryLimit: 200,
      retryDelay: 5,
      retryBackoff: true,
      retryDelayMax: 900,
      retentionSeconds: 2 * 86_400,
      deleteAfterSeconds: 600,
      notify: true,
    },
    workOptions: { batchSize: 5, pollingIntervalSeconds: 5, notifyPollingIntervalSeconds: 5 },
    completesJobsIndividually: true,
  },
  'compare-numbers': {
    queueOptions: { policy: 'short', retryLimit: 5, retryDelay: 60, retryBackoff: true, deleteAfterSeconds: 600 },
    workOptions: { pollingIntervalSeconds: 60 },
  },
  'compare-number': LOW_PRIORITY_META_QUEUE,
  'read-bill': LOW_PRIORITY_META_QUEUE,
  'purge-whatsapp': {
    queueOptions: {
      policy: 'stately',
      retryLimit: 5,
      retryDelay: 60,
      retryBackoff: true,
      retentionSeconds: 14 * 86_400,
      deleteAfterSeconds: 600,
    },
    workOptions: { pollingIntervalSeconds: 60 },
  },
} satisfies Partial<Record<JobName, JobQueueConfig>>
