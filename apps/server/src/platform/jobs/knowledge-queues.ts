import type { JobName } from './job-names.ts'
import { type JobQueueConfig, LONG_DELAY_QUEUE, ORDERED_QUEUE_OPTIONS } from './queue-presets.ts'

/** Settings of the queues for knowledge sources and their photos. */
export const KNOWLEDGE_QUEUES = {
  'read-source': {
    queueOptions: {
      policy: 'short',
      retryLimit: 20,
      retryDelay: 2,
      retryBackoff: true,
      retryDelayMax: 300,
      expireInSeconds: 120,
      deleteAfterSeconds: 600,
      notify: true,
    },
    // Reading a page or a file takes seconds, so three are read at once.
    workOptions: { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5, localConcurrency: 3 },
    maxPerTenant: 1,
  },
  'refresh-source': LONG_DELAY_QUEUE,
  'fetch-photos': {
    // One job at a time for each knowledge source.
    queueOptions: { ...ORDERED_QUEUE_OPTIONS, retryLimit: 20, retryDelayMax: 300, expireInSeconds: 120 },
    workOptions: { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5, localConcurrency: 3 },
    maxPerTenant: 1,
  },
} satisfies Partial<Record<JobName, JobQueueConfig>>
