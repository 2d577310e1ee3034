import type { Queue, WorkOptions } from 'pg-boss'

/** Queue settings that run the jobs with the same key in order. A failed job is retried soon and blocks the later jobs with its key. */
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

/** Queue settings for jobs without external effects. At most one job of each key waits; a failed job is retried five times. */
export const DEDUPLICATED_QUEUE_OPTIONS = {
  policy: 'short',
  retryLimit: 5,
  retryDelay: 5,
  retryBackoff: true,
  expireInSeconds: 120,
  deleteAfterSeconds: 600,
  notify: true,
} as const

/** Worker settings that run jobs with different keys at the same time. A worker whose batch was full fetches more jobs immediately. */
export const BATCH_WORK_OPTIONS = {
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: 2,
  localConcurrency: 3,
  batchSize: 8,
  burstWhenBatchFull: true,
}

/**
 * Like BATCH_WORK_OPTIONS, for jobs of very different duration. The batches are small, so that a finished job waits for only one other job.
 */
export const MIXED_DURATION_WORK_OPTIONS = { ...BATCH_WORK_OPTIONS, localConcurrency: 12, batchSize: 2 }

export interface JobQueueConfig {
  readonly queueOptions: Omit<Queue, 'name'>
  readonly workOptions: WorkOptions & { pollingIntervalSeconds: number }
  /** Number of workers. They poll at different times within the polling interval, so that a new job starts soon. */
  readonly workerCount?: number
  /**
   * Maximum number of one organisation's jobs that run at the same time in each process. Lower than `localConcurrency`, so that slow jobs
   * of one organisation do not block others.
   */
  readonly maxPerTenant?: number
  /**
   * Number of jobs per minute that an organisation may send with normal priority; further jobs get a lower priority. A flood of jobs from
   * one organisation thus delays others by at most one running job. Jobs with the same key stay in order.
   */
  readonly normalPriorityPerMinute?: number
  /** Deletes a finished job immediately, because its key or data contain a phone number. */
  readonly deletesCompletedJobs?: true
  /** Completes each job of a batch as soon as it ends, so that the next job with its key does not wait for the rest of the batch. */
  readonly completesJobsIndividually?: true
}

/** Worker settings for mail. Several mails are sent at once, so that a flood of jobs does not delay other mail. */
export const MAIL_WORK_OPTIONS = {
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: 2,
  localConcurrency: 2,
  batchSize: 5,
  burstWhenBatchFull: true,
}

/** Queue settings for notifications by mail. They are retried for at most one day. */
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

/**
 * Queue settings for jobs that process a list of changes, one job for each organisation. A job starts immediately after a notification and
 * runs until no change is left.
 */
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

/**
 * Queue settings for jobs that call a language model for minutes. After a crash of the process, the next attempt continues with the
 * interrupted model request.
 */
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
  workOptions: { pollingIntervalSeconds: 60, batchSize: 50, burstWhenBatchFull: true },
}
