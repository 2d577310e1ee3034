import type { JobName } from './job-names.ts'
import { KNOWLEDGE_QUEUES } from './knowledge-queues.ts'
import {
  BATCH_WORK_OPTIONS,
  CHANGE_PROCESSING_QUEUE,
  DAILY_MAINTENANCE_QUEUE,
  DEDUPLICATED_QUEUE_OPTIONS,
  type JobQueueConfig,
  LONG_DELAY_QUEUE,
  LONG_RUNNING_QUEUE,
  MAIL_NOTICE_QUEUE,
  MAIL_WORK_OPTIONS,
  MIXED_DURATION_WORK_OPTIONS,
  ORDERED_QUEUE_OPTIONS,
} from './queue-presets.ts'
import { WHATSAPP_QUEUES } from './whatsapp-queues.ts'

/** Storage, retry and worker settings of each kind of job. */
export const JOB_QUEUES: Record<JobName, JobQueueConfig> = {
  ...WHATSAPP_QUEUES,
  ...KNOWLEDGE_QUEUES,
  'agent-turn': {
    // One reply (turn) at a time for each conversation. The policy 'stately' would do the same, but checks running jobs only periodically,
    // which would delay replies.
    queueOptions: {
      policy: 'key_strict_fifo',
      // A finally failed job would block all later replies in its conversation.
      retryLimit: 1_000,
      retryDelayMax: 60,
      retryDelay: 2,
      retryBackoff: true,
      expireInSeconds: 120,
      heartbeatSeconds: 10,
      deleteAfterSeconds: 600,
    },
    // A job mostly waits for a model or a typing delay, so 16 run at once.
    workOptions: { pollingIntervalSeconds: 2, batchSize: 4 },
    workerCount: 16,
    normalPriorityPerMinute: 30,
    completesJobsIndividually: true,
  },
  'end-pause': {
    queueOptions: {
      policy: 'short',
      retryLimit: 20,
      retryDelay: 5,
      retryBackoff: true,
      retentionSeconds: 365 * 86_400,
      deleteAfterSeconds: 600,
    },
    workOptions: { batchSize: 20, pollingIntervalSeconds: 5 },
  },
  'deliver-message': {
    queueOptions: { ...ORDERED_QUEUE_OPTIONS, retryLimit: 1_000 },
    workOptions: BATCH_WORK_OPTIONS,
    normalPriorityPerMinute: 30,
    // A message must not wait for messages of other conversations in the same batch, whose channel may not respond.
    completesJobsIndividually: true,
  },
  'send-reaction': {
    // In order, so that the newest reaction is sent last.
    queueOptions: { ...ORDERED_QUEUE_OPTIONS, retryLimit: 20 },
    workOptions: BATCH_WORK_OPTIONS,
    normalPriorityPerMinute: 30,
  },
  'settle-delivery': {
    queueOptions: { policy: 'short', retryLimit: 20, retryDelay: 5, retryBackoff: true, deleteAfterSeconds: 600 },
    // After an outage, many unknown deliveries are resolved at the same time.
    workOptions: { pollingIntervalSeconds: 2, batchSize: 50 },
  },
  'fetch-media': {
    // Retries continue for a week, after which Meta has deleted the file.
    queueOptions: {
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
    workOptions: MIXED_DURATION_WORK_OPTIONS,
    normalPriorityPerMinute: 16,
  },
  transcribe: {
    // One job at a time for each audio. A job also completes if the transcription service fails. The timeout covers all requests and pauses
    // of a job.
    queueOptions: { ...ORDERED_QUEUE_OPTIONS, retryLimit: 1_000, expireInSeconds: 90 },
    // Few jobs at once, because a job has the audio in memory twice while it is uploaded.
    workOptions: {
      pollingIntervalSeconds: 1,
      notifyPollingIntervalSeconds: 2,
      localConcurrency: 4,
      batchSize: 1,
    },
    maxPerTenant: 3,
  },
  'read-document': {
    queueOptions: {
      policy: 'short',
      retryLimit: 5,
      retryDelay: 1,
      expireInSeconds: 60,
      heartbeatSeconds: 10,
      deleteAfterSeconds: 600,
      notify: true,
    },
    // Only one process reads documents, with low priority. It alternates between organisations.
    workOptions: {
      pollingIntervalSeconds: 1,
      notifyPollingIntervalSeconds: 2,
      localConcurrency: 3,
      batchSize: 1,
    },
    maxPerTenant: 1,
  },
  'fetch-ad-picture': {
    // The image's URL expires soon, so retries end after a day.
    queueOptions: {
      policy: 'stately',
      retryLimit: 30,
      retryDelay: 2,
      retryBackoff: true,
      retryDelayMax: 3_600,
      expireInSeconds: 120,
      heartbeatSeconds: 10,
      retentionSeconds: 2 * 86_400,
      deleteAfterSeconds: 600,
      notify: true,
    },
    workOptions: BATCH_WORK_OPTIONS,
    normalPriorityPerMinute: 16,
  },
  'settle-meeting': {
    // In order: a meeting that was moved and then cancelled must not be moved last.
    queueOptions: {
      policy: 'key_strict_fifo',
      retryLimit: 200,
      retryDelay: 5,
      retryBackoff: true,
      retryDelayMax: 3_600,
      retentionSeconds: 14 * 86_400,
      deleteAfterSeconds: 600,
      notify: true,
    },
    workOptions: { batchSize: 5, pollingIntervalSeconds: 5, notifyPollingIntervalSeconds: 5 },
    completesJobsIndividually: true,
  },
  'erase-files': {
    queueOptions: {
      policy: 'standard',
      retryLimit: 1_000,
      retryDelay: 5,
      retryBackoff: true,
      retryDelayMax: 3_600,
      retentionSeconds: 365 * 86_400,
      deleteAfterSeconds: 600,
      notify: true,
    },
    workOptions: { batchSize: 10, pollingIntervalSeconds: 5, notifyPollingIntervalSeconds: 5 },
  },
  'upload-media': {
    // One job at a time for each content and WhatsApp number, so that the next job finds the file already uploaded.
    queueOptions: { ...ORDERED_QUEUE_OPTIONS, retryLimit: 1_000, expireInSeconds: 600 },
    workOptions: BATCH_WORK_OPTIONS,
    normalPriorityPerMinute: 16,
    completesJobsIndividually: true,
  },
  'drop-file': LONG_DELAY_QUEUE,
  'run-corrections': LONG_RUNNING_QUEUE,
  'send-reset-link': {
    // One job at a time for each account, so that two concurrent requests send only one e-mail. Unsent e-mails are discarded after half an
    // hour.
    queueOptions: {
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
    workOptions: MAIL_WORK_OPTIONS,
    completesJobsIndividually: true,
  },
  'mail-new-access': MAIL_NOTICE_QUEUE,
  'mail-refused-step': MAIL_NOTICE_QUEUE,
  'mail-number-problem': MAIL_NOTICE_QUEUE,
  'check-number': { queueOptions: DEDUPLICATED_QUEUE_OPTIONS, workOptions: BATCH_WORK_OPTIONS },
  'check-numbers': {
    queueOptions: { ...DEDUPLICATED_QUEUE_OPTIONS, notify: false },
    workOptions: { pollingIntervalSeconds: 60 },
  },
  'watch-number': { queueOptions: DEDUPLICATED_QUEUE_OPTIONS, workOptions: { batchSize: 10, pollingIntervalSeconds: 5 } },
  'judge-handshake': { queueOptions: DEDUPLICATED_QUEUE_OPTIONS, workOptions: { batchSize: 10, pollingIntervalSeconds: 2 } },
  'make-export': {
    queueOptions: {
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
    workOptions: { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5, localConcurrency: 2 },
    maxPerTenant: 1,
  },
  'remove-export': {
    queueOptions: {
      policy: 'short',
      retryLimit: 1_000,
      retryDelay: 5,
      retryBackoff: true,
      retryDelayMax: 3_600,
      retentionSeconds: 30 * 86_400,
      deleteAfterSeconds: 600,
      notify: true,
    },
    // Erasing a lead deletes all export files of an organisation at once.
    workOptions: { pollingIntervalSeconds: 5, notifyPollingIntervalSeconds: 5, batchSize: 50 },
  },
  'index-messages': CHANGE_PROCESSING_QUEUE,
  'keep-house': DAILY_MAINTENANCE_QUEUE,
}
