import type { Queue, WorkOptions } from 'pg-boss'

/** Queue settings that run jobs with the same key in order. A failed job blocks later jobs with its key until it succeeds. */
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

/** Queue settings for jobs without external effects. At most one job of each key waits. */
export const DEDUPLICATED_QUEUE_OPTIONS = {
  policy: 'short',
  retryLimit: 5,
  retryDelay: 5,
  retryBackoff: true,
  expireInSeconds: 120,
  deleteAfterSeconds: 600,
  notify: true,
} as const

/** Worker settings for many short jobs. */
export const BATCH_WORK_OPTIONS = {
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: 2,
  localConcurrency: 3,
  batchSize: 8,
}

/** Worker settings for jobs of very different duration. Batches are small, so that a finished job waits for only one other job. */
export const MIXED_DURATION_WORK_OPTIONS = { ...BATCH_WORK_OPTIONS, localConcurrency: 12, batchSize: 2 }

export interface JobQueueConfig {
  readonly queueOptions: Omit<Queue, 'name'>
  readonly workOptions: WorkOptions & { pollingIntervalSeconds: number }
  /** Number of workers. They poll at different times, so that a new job starts soon. */
  readonly workerCount?: number
  /**
   * Maximum number of jobs of one organisation that run at the same time in each process. Lower than `localConcurrency`, so that one
   * organisation cannot block others.
   */
  readonly maxPerTenant?: number
  /**
   * Number of jobs per minute that an organisation may send with normal priority; further jobs get a lower one. Jobs with the same key stay
   * in order.
   */
  readonly normalPriorityPerMinute?: number
  /** Whether finished jobs are deleted immediately, because their key or data contain a phone number. */
  readonly deletesCompletedJobs?: true
  /**
   * Whether each job of a batch is completed as soon as it ends. The next job with its key then does not wait for the rest of the batch.
   */
  readonly completesJobsIndividually?: true
}

/** Worker settings for mail. Several mails are sent at once, so that a flood of jobs delays other mail less. */
export const MAIL_WORK_OPTIONS = {
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: 2,
  localConcurrency: 2,
  batchSize: 5,
}

/** Queue settings for notifications by mail, which are retried for one day. */
export const MAIL_NOTICE_QUEUE: JobQueueConfig = {
  queueOptions: {
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
  workOptions: MAIL_WORK_OPTIONS,
  completesJobsIndividually: true,
}

/** Queue settings for jobs that process an organisation's list of changes until it is empty. */
export const CHANGE_PROCESSING_QUEUE: JobQueueConfig = {
  queueOptions: {
    policy: 'short',
    retryLimit: 1_000,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 60,
    // Enough time to process all changes of a large organisation.
    expireInSeconds: 3_600,
    heartbeatSeconds: 10,
    deleteAfterSeconds: 600,
    notify: true,
  },
  workOptions: { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 2, localConcurrency: 2 },
  maxPerTenant: 1,
}

/** Queue settings for the daily retention job. A failed job is retried after ten minutes. */
export const DAILY_MAINTENANCE_QUEUE: JobQueueConfig = {
  queueOptions: {
    policy: 'short',
    retryLimit: 5,
    retryDelay: 600,
    retryBackoff: true,
    expireInSeconds: 3_600,
    deleteAfterSeconds: 600,
  },
  workOptions: { pollingIntervalSeconds: 60 },
}

/** Queue settings for jobs that call a language model for minutes. A retried job continues with the interrupted model request. */
export const LONG_RUNNING_QUEUE: JobQueueConfig = {
  queueOptions: {
    ...DEDUPLICATED_QUEUE_OPTIONS,
    retryLimit: 100,
    retryDelay: 2,
    retryDelayMax: 60,
    expireInSeconds: 1_800,
    heartbeatSeconds: 10,
  },
  workOptions: { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5, localConcurrency: 3 },
  maxPerTenant: 1,
}

/** Queue settings for jobs that are sent days or weeks before they are due. Many may be due at the same time. */
export const LONG_DELAY_QUEUE: JobQueueConfig = {
  queueOptions: {
    policy: 'short',
    retryLimit: 1_000,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3_600,
    retentionSeconds: 30 * 86_400,
    deleteAfterSeconds: 600,
  },
  workOptions: { pollingIntervalSeconds: 60, batchSize: 50 },
}
