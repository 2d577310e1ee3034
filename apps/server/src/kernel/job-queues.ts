import type { JobName } from './job-names.ts'
import { KNOWLEDGE_QUEUES } from './knowledge-queues.ts'
import {
  FEW_AT_A_TIME,
  IN_ORDER,
  KEEPS_UP,
  type Kind,
  LONG_WORK,
  LOOKS_AGAIN,
  MAILS_AT_ONCE,
  NEWS_BY_MAIL,
  ONCE_A_DAY,
  WAITS_FOR_DAYS,
} from './queue-kinds.ts'
import { WHATSAPP_QUEUES } from './whatsapp-queues.ts'

/** How each kind of job is kept, retried and worked off. */
export const QUEUES: Record<JobName, Kind> = {
  ...WHATSAPP_QUEUES,
  ...KNOWLEDGE_QUEUES,
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
  'send-reaction': {
    // The newest of a message is told last.
    queue: { ...IN_ORDER, retryLimit: 20 },
    work: FEW_AT_A_TIME,
  },
  'settle-delivery': {
    queue: { policy: 'short', retryLimit: 20, retryDelay: 5, retryBackoff: true, deleteAfterSeconds: 600 },
    // An outage leaves many deliveries unknown that are settled at the same moment.
    work: { pollingIntervalSeconds: 2, batchSize: 50, burstWhenBatchFull: true },
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
  transcribe: {
    // One after the other for each sound; it ends by itself, also where the transcriber fails. Its calls and the pause between them fit.
    queue: { ...IN_ORDER, retryLimit: 1_000, expireInSeconds: 90 },
    // Nearly all of it is waiting for the transcriber, but each is wholly in memory meanwhile, and once more as it is sent.
    work: {
      pollingIntervalSeconds: 1,
      notifyPollingIntervalSeconds: 2,
      localConcurrency: 4,
      batchSize: 1,
      burstWhenBatchFull: true,
    },
  },
  'read-document': {
    queue: {
      policy: 'short',
      retryLimit: 5,
      retryDelay: 1,
      expireInSeconds: 60,
      heartbeatSeconds: 10,
      deleteAfterSeconds: 600,
      notify: true,
    },
    // One at a time: a file made to keep its reader busy leaves the other core to everybody else.
    work: {
      pollingIntervalSeconds: 1,
      notifyPollingIntervalSeconds: 2,
      localConcurrency: 1,
      batchSize: 1,
      burstWhenBatchFull: true,
    },
  },
  'fetch-ad-picture': {
    // Its address dies soon: a day of attempts, most of them in the first minutes.
    queue: {
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
  'upload-media': {
    // One after the other for each content and number: whoever comes second finds it there.
    queue: { ...IN_ORDER, retryLimit: 1_000, expireInSeconds: 600 },
    work: FEW_AT_A_TIME,
    settlesEach: true,
  },
  'drop-file': WAITS_FOR_DAYS,
  'run-corrections': LONG_WORK,
  'send-reset-link': {
    // One at a time for an account: two requests at once send one mail. Half an hour later nobody waits for it any more.
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
    work: MAILS_AT_ONCE,
    settlesEach: true,
  },
  'mail-new-access': NEWS_BY_MAIL,
  'mail-refused-step': NEWS_BY_MAIL,
  'mail-number-problem': NEWS_BY_MAIL,
  'check-number': { queue: LOOKS_AGAIN, work: FEW_AT_A_TIME },
  'check-numbers': { queue: { ...LOOKS_AGAIN, notify: false }, work: { pollingIntervalSeconds: 60 } },
  'watch-number': { queue: LOOKS_AGAIN, work: { pollingIntervalSeconds: 5 } },
  'judge-handshake': { queue: LOOKS_AGAIN, work: { pollingIntervalSeconds: 2 } },
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
  'index-messages': KEEPS_UP,
  'keep-house': ONCE_A_DAY,
}
