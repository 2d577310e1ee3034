import type { JobName } from './job-names.ts'
import { IN_ORDER, type Kind } from './queue-kinds.ts'

/** How what agents answer from is read, read again, and given its photos. */
export const KNOWLEDGE_QUEUES = {
  'read-source': {
    queue: {
      policy: 'short',
      retryLimit: 20,
      retryDelay: 2,
      retryBackoff: true,
      retryDelayMax: 300,
      expireInSeconds: 120,
      deleteAfterSeconds: 600,
      notify: true,
    },
    // A page and a file take seconds: others are read beside it.
    work: { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5, localConcurrency: 3 },
  },
  'refresh-source': {
    // Each waits a day or a week for its time.
    queue: {
      policy: 'short',
      retryLimit: 1_000,
      retryDelay: 5,
      retryBackoff: true,
      retryDelayMax: 3_600,
      retentionSeconds: 30 * 86_400,
      deleteAfterSeconds: 600,
    },
    work: { pollingIntervalSeconds: 60, batchSize: 50, burstWhenBatchFull: true },
  },
  'fetch-photos': {
    // One after the other for each source.
    queue: { ...IN_ORDER, retryLimit: 20, retryDelayMax: 300, expireInSeconds: 120 },
    work: { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5 },
  },
} satisfies Partial<Record<JobName, Kind>>
