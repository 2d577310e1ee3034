import type { Queue, WorkOptions } from 'pg-boss'

/** Queue that runs the jobs of one key in order. A failed job is retried soon and blocks the later ones. */
export const ORDERED_QUEUE_OPTIONS = {
  policy: 'key_strict_fifo',
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  expireInSeconds: 60,
  heartbeatSeconds: 10,
  deleteAfterSeconds: 600,
  notify: true,
} as const

/** Queue for jobs that change nothing elsewhere. At most one job of each key waits; a failed job is retried five times. */
export const DEDUPLICATED_QUEUE_OPTIONS = {
  policy: 'short',
  retryLimit: 5,
  retryDelay: 5,
  retryBackoff: true,
  expireInSeconds: 120,
  deleteAfterSeconds: 600,
  notify: true,
} as const

/** Runs jobs of different keys concurrently. A worker whose batch was full looks for more jobs at once. */
export const BATCH_WORK_OPTIONS = {
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: 2,
  localConcurrency: 3,
  batchSize: 8,
  burstWhenBatchFull: true,
}

/** Like BATCH_WORK_OPTIONS, for jobs of very different duration: a finished job waits for one other job, and not for seven. */
export const MIXED_DURATION_WORK_OPTIONS = { ...BATCH_WORK_OPTIONS, localConcurrency: 12, batchSize: 2 }

export interface JobQueueConfig {
  readonly queue: Omit<Queue, 'name'>
  readonly work: WorkOptions & { pollingIntervalSeconds: number }
  /** Number of workers, which look for jobs at different times within the interval, so that a new job starts soon. */
  readonly workers?: number
  /**
   * Maximum number of an organisation's jobs that run at the same time in each process. Lower than `localConcurrency`, so that the slow
   * jobs of one organisation do not block the others.
   */
  readonly maxPerTenant?: number
  /**
   * Number of an organisation's jobs in a minute that run before the jobs that other organisations send above this number, so that a flood
   * of one organisation delays the others by one running job at most. Its own jobs of one key stay in order.
   */
  readonly firstPerMinute?: number
  /** Deletes a finished job at once, because its key or its data contain a phone number. */
  readonly deletesDone?: true
  /** Completes each job as soon as it ends, so that the next job of its key does not wait for the rest of the batch. */
  readonly settlesEach?: true
}

/** Sends mail without delay, several mails at once, so that a flood of jobs does not delay other mail. */
export const MAIL_WORK_OPTIONS = {
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: 2,
  localConcurrency: 2,
  batchSize: 5,
  burstWhenBatchFull: true,
}

/** Queue for notices by mail, which are retried for at most one day. */
export const MAIL_NOTICE_QUEUE: JobQueueConfig = {
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
  work: MAIL_WORK_OPTIONS,
  settlesEach: true,
}

/**
 * Queue for jobs that process changes, one job for each organisation: starts at once after a notification and runs until no change is left.
 */
export const CHANGE_PROCESSING_QUEUE: JobQueueConfig = {
  queue: {
    policy: 'short',
    retryLimit: 1_000,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 60,
    // Enough time to process a large organisation completely.
    expireInSeconds: 3_600,
    heartbeatSeconds: 10,
    deleteAfterSeconds: 600,
    notify: true,
  },
  work: { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 2, localConcurrency: 2 },
  maxPerTenant: 1,
}

/** Queue for daily maintenance. A failed job is retried after ten minutes. */
export const DAILY_MAINTENANCE_QUEUE: JobQueueConfig = {
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

/** Queue for jobs that take minutes of model calls. A crash of the process loses one call: the next attempt continues from there. */
export const LONG_RUNNING_QUEUE: JobQueueConfig = {
  queue: {
    ...DEDUPLICATED_QUEUE_OPTIONS,
    retryLimit: 100,
    retryDelay: 2,
    retryDelayMax: 60,
    expireInSeconds: 1_800,
    heartbeatSeconds: 10,
  },
  work: { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5, localConcurrency: 3 },
  maxPerTenant: 1,
}

/** Queue for jobs that wait days or weeks for their time; many may be due at once. */
export const LONG_DELAY_QUEUE: JobQueueConfig = {
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
