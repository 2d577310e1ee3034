import type { Queue, WorkOptions } from 'pg-boss'

/** One after the other for each key; what fails is retried soon, and holds back what comes after it. */
export const IN_ORDER = {
  policy: 'key_strict_fifo',
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  expireInSeconds: 60,
  heartbeatSeconds: 10,
  deleteAfterSeconds: 600,
  notify: true,
} as const

/** Asks or looks, and changes nothing elsewhere: one waits for each key, and what failed is tried a few times. */
export const LOOKS_AGAIN = {
  policy: 'short',
  retryLimit: 5,
  retryDelay: 5,
  retryBackoff: true,
  expireInSeconds: 120,
  deleteAfterSeconds: 600,
  notify: true,
} as const

/** Jobs of different keys side by side; a worker that finds its hands full looks again at once. */
export const FEW_AT_A_TIME = {
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: 2,
  localConcurrency: 3,
  batchSize: 8,
  burstWhenBatchFull: true,
}

export interface Kind {
  readonly queue: Omit<Queue, 'name'>
  readonly work: WorkOptions & { pollingIntervalSeconds: number }
  /** How many look for work, one after the other within the interval: who has to wait for nothing finds somebody soon. */
  readonly workers?: number
  /** One organisation has one job of this queue running in a process at most, so that its slow jobs hold nobody else's back. */
  readonly oneOfEachTenant?: true
  /** A job that is done is deleted at once: its key or its data hold a phone. */
  readonly deletesDone?: true
  /** What comes after a job does not wait for the rest of its batch. */
  readonly settlesEach?: true
}

/** Mail leaves as soon as there is any, several at once: a flood of jobs keeps nobody's mail back. */
export const MAILS_AT_ONCE = {
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: 2,
  localConcurrency: 2,
  batchSize: 5,
  burstWhenBatchFull: true,
}

/** Tells of something by mail, which is worth something for a day. */
export const NEWS_BY_MAIL: Kind = {
  queue: {
    policy: 'short',
    retryLimit: 200,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 600,
    expireInSeconds: 60,
    retentionSeconds: 86_400,
    deleteAfterSeconds: 60,
    notify: true,
  },
  work: MAILS_AT_ONCE,
  settlesEach: true,
}

/** Follows what is written elsewhere, one for each organisation: at once after a note of it, and for as long as there is anything. */
export const KEEPS_UP: Kind = {
  queue: {
    policy: 'short',
    retryLimit: 1_000,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 60,
    // All of a large organisation, once.
    expireInSeconds: 3_600,
    heartbeatSeconds: 10,
    deleteAfterSeconds: 600,
    notify: true,
  },
  work: { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 2, localConcurrency: 2 },
}

/** Looks after what is kept, once a day; what fails is tried again soon. */
export const ONCE_A_DAY: Kind = {
  queue: {
    policy: 'short',
    retryLimit: 5,
    retryDelay: 600,
    retryBackoff: true,
    expireInSeconds: 3_600,
    deleteAfterSeconds: 600,
  },
  work: { pollingIntervalSeconds: 60 },
}

/** Minutes of answers of a model, of which a process that ends costs one: the next goes on where it was. */
export const LONG_WORK: Kind = {
  queue: { ...LOOKS_AGAIN, retryLimit: 100, retryDelay: 2, retryDelayMax: 60, expireInSeconds: 1_800, heartbeatSeconds: 10 },
  work: { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5, localConcurrency: 2 },
}

/** Each waits a day or a week for its time, and many may have come to it at once. */
export const WAITS_FOR_DAYS: Kind = {
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
}
