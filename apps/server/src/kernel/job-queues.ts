import type { Queue, WorkOptions } from 'pg-boss'
import type { JobName } from './job-names.ts'

/** One after the other for each key; what fails is retried soon, and holds back what comes after it. */
const IN_ORDER = {
  policy: 'key_strict_fifo',
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  expireInSeconds: 60,
  heartbeatSeconds: 10,
  deleteAfterSeconds: 600,
  notify: true,
} as const

/** Jobs of different keys side by side; a worker that finds its hands full looks again at once. */
const FEW_AT_A_TIME = {
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: 2,
  localConcurrency: 3,
  batchSize: 8,
  burstWhenBatchFull: true,
}

interface Kind {
  readonly queue: Omit<Queue, 'name'>
  readonly work: WorkOptions & { pollingIntervalSeconds: number }
  /** How many look for work, one after the other within the interval: who has to wait for nothing finds somebody soon. */
  readonly workers?: number
  /** What comes after a job does not wait for the rest of its batch. */
  readonly settlesEach?: true
}

/** How each kind of job is kept, retried and worked off. */
export const QUEUES: Record<JobName, Kind> = {
  'agent-turn': {
    // One at a time per conversation, and one that waits is postponed, not joined by another. 'stately' would say the same, but it
    // looks at who is running only every so often, and leaves a lead waiting until it looks again.
    queue: {
      policy: 'key_strict_fifo',
      // A turn that is given up would hold back every later one of its conversation.
      retryLimit: 1_000,
      retryDelayMax: 60,
      retryDelay: 2,
      retryBackoff: true,
      expireInSeconds: 120,
      heartbeatSeconds: 10,
      deleteAfterSeconds: 600,
    },
    // A turn is mostly waiting, for a model or for the time that typing takes: sixteen leads are each met at once, many more in batches.
    work: { pollingIntervalSeconds: 2, batchSize: 4, burstWhenBatchFull: true },
    workers: 16,
    settlesEach: true,
  },
  'end-pause': {
    queue: {
      policy: 'short',
      retryLimit: 20,
      retryDelay: 5,
      retryBackoff: true,
      retentionSeconds: 365 * 86_400,
      deleteAfterSeconds: 600,
    },
    work: { pollingIntervalSeconds: 5 },
  },
  'deliver-message': {
    queue: { ...IN_ORDER, retryLimit: 1_000 },
    work: FEW_AT_A_TIME,
    // What comes after the others does not wait for one that its channel leaves without an answer.
    settlesEach: true,
  },
  'settle-delivery': {
    queue: { policy: 'short', retryLimit: 20, retryDelay: 5, retryBackoff: true, deleteAfterSeconds: 600 },
    // An outage leaves many deliveries unknown that are settled at the same moment.
    work: { pollingIntervalSeconds: 2, batchSize: 50, burstWhenBatchFull: true },
  },
  'receive-whatsapp': {
    queue: { ...IN_ORDER, retryLimit: 10_000 },
    work: FEW_AT_A_TIME,
  },
  'take-whatsapp-batch': {
    queue: { ...IN_ORDER, retryLimit: 10_000, expireInSeconds: 600 },
    work: { ...FEW_AT_A_TIME, batchSize: 1 },
  },
  'purge-whatsapp': {
    queue: {
      policy: 'stately',
      retryLimit: 5,
      retryDelay: 60,
      retryBackoff: true,
      retentionSeconds: 14 * 86_400,
      deleteAfterSeconds: 600,
    },
    work: { pollingIntervalSeconds: 60 },
  },
  'fetch-media': {
    // An hour between the last attempts, and a week of them: then Meta has forgotten the file.
    queue: {
      policy: 'stately',
      retryLimit: 170,
      retryDelay: 2,
      retryBackoff: true,
      retryDelayMax: 3_600,
      expireInSeconds: 120,
      heartbeatSeconds: 10,
      retentionSeconds: 8 * 86_400,
      deleteAfterSeconds: 600,
      notify: true,
    },
    work: FEW_AT_A_TIME,
  },
  'settle-meeting': {
    // One after the other: what was moved and then called off must not be moved last.
    queue: {
      policy: 'key_strict_fifo',
      retryLimit: 200,
      retryDelay: 5,
      retryBackoff: true,
      retryDelayMax: 3_600,
      retentionSeconds: 14 * 86_400,
      deleteAfterSeconds: 600,
      notify: true,
    },
    work: { pollingIntervalSeconds: 5, notifyPollingIntervalSeconds: 5 },
  },
  'erase-files': {
    queue: {
      policy: 'standard',
      retryLimit: 1_000,
      retryDelay: 5,
      retryBackoff: true,
      retryDelayMax: 3_600,
      retentionSeconds: 365 * 86_400,
      deleteAfterSeconds: 600,
      notify: true,
    },
    work: { pollingIntervalSeconds: 5, notifyPollingIntervalSeconds: 5 },
  },
  'send-reset-link': {
    // One at a time for an account: two asks at once send one mail. Half an hour later nobody waits for it any more.
    queue: {
      policy: 'key_strict_fifo',
      retryLimit: 10,
      retryDelay: 5,
      retryBackoff: true,
      retryDelayMax: 300,
      expireInSeconds: 60,
      retentionSeconds: 1_800,
      deleteAfterSeconds: 60,
      notify: true,
    },
    work: { pollingIntervalSeconds: 5, notifyPollingIntervalSeconds: 5 },
  },
  'mail-new-access': {
    // News of an access is worth something for a day.
    queue: {
      policy: 'short',
      retryLimit: 200,
      retryDelay: 5,
      retryBackoff: true,
      retryDelayMax: 600,
      expireInSeconds: 60,
      retentionSeconds: 86_400,
      deleteAfterSeconds: 600,
      notify: true,
    },
    work: { pollingIntervalSeconds: 5, notifyPollingIntervalSeconds: 5 },
  },
  'make-export': {
    queue: {
      policy: 'short',
      retryLimit: 5,
      retryDelay: 5,
      retryBackoff: true,
      expireInSeconds: 900,
      heartbeatSeconds: 10,
      retentionSeconds: 86_400,
      deleteAfterSeconds: 600,
      notify: true,
    },
    work: { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5 },
  },
  'remove-export': {
    queue: {
      policy: 'short',
      retryLimit: 1_000,
      retryDelay: 5,
      retryBackoff: true,
      retryDelayMax: 3_600,
      retentionSeconds: 30 * 86_400,
      deleteAfterSeconds: 600,
      notify: true,
    },
    // An erasure takes all files of an organisation away at once.
    work: { pollingIntervalSeconds: 5, notifyPollingIntervalSeconds: 5, batchSize: 50, burstWhenBatchFull: true },
  },
  'keep-house': {
    queue: {
      policy: 'short',
      retryLimit: 5,
      retryDelay: 600,
      retryBackoff: true,
      expireInSeconds: 3_600,
      deleteAfterSeconds: 600,
    },
    work: { pollingIntervalSeconds: 60 },
  },
}
