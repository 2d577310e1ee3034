import { sql } from 'drizzle-orm'
import { fromDrizzle, fromPglite, type JobResult, PgBoss, type Queue, type WorkOptions } from 'pg-boss'
import type { Tx } from './db/database.ts'
import type { Embedded } from './db/embedded.ts'
import type { Server } from './db/server.ts'

/** What each job carries. Jobs are sent inside the transaction that makes them true, and run at least once. */
export interface Jobs {
  /** The agent answers what a lead wrote. */
  'agent-turn': { tenantId: string; conversationId: string }
  /** A pause that was given an end ends by itself. */
  'end-pause': { tenantId: string; leadId: string }
  /** A message goes out to its channel; in order, one at a time per conversation. */
  'deliver-message': { tenantId: string; conversationId: string; seq: number; channel: string }
  /** A message that may have gone out has waited long enough for a word of its channel. */
  'settle-delivery': { tenantId: string; messageId: string }
  /** What one sender's webhooks brought is worked off, in order. */
  'receive-whatsapp': { tenantId: string; numberId: string; sender: string }
  /** What WhatsApp can no longer repeat is cleared away. */
  'purge-whatsapp': { tenantId: string }
  /** A lead's file is fetched from its channel. */
  'fetch-media': { tenantId: string; messageId: string }
}
export type JobName = keyof Jobs

/** Jobs of different keys side by side; a worker that finds its hands full looks again at once. */
const FEW_AT_A_TIME: WorkOptions = {
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: 2,
  localConcurrency: 3,
  batchSize: 8,
  burstWhenBatchFull: true,
}

const QUEUES: Record<JobName, { queue: Omit<Queue, 'name'>; work: WorkOptions }> = {
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
    work: { pollingIntervalSeconds: 0.5, localConcurrency: 4 },
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
    queue: {
      policy: 'key_strict_fifo',
      retryLimit: 1_000,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: 60,
      expireInSeconds: 60,
      heartbeatSeconds: 10,
      deleteAfterSeconds: 600,
      notify: true,
    },
    work: FEW_AT_A_TIME,
  },
  'settle-delivery': {
    queue: { policy: 'short', retryLimit: 20, retryDelay: 5, retryBackoff: true, deleteAfterSeconds: 600 },
    // An outage leaves many doubts that end at the same moment.
    work: { pollingIntervalSeconds: 2, batchSize: 50, burstWhenBatchFull: true },
  },
  'receive-whatsapp': {
    queue: {
      policy: 'key_strict_fifo',
      retryLimit: 10_000,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: 60,
      expireInSeconds: 60,
      heartbeatSeconds: 10,
      deleteAfterSeconds: 600,
      notify: true,
    },
    work: FEW_AT_A_TIME,
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
}

export interface JobRunner {
  /** Sends a job with the transaction: it exists exactly when the transaction commits. Jobs of one `key` are handled as their queue says. */
  send<N extends JobName>(tx: Tx, name: N, data: Jobs[N], options: { key: string; startAfter?: Date }): Promise<void>
  /** Like send, but a waiting job of the same key is put off to `startAfter` instead. */
  sendOrPostpone<N extends JobName>(tx: Tx, name: N, data: Jobs[N], options: { key: string; startAfter: Date }): Promise<void>
  work<N extends JobName>(name: N, handler: (data: Jobs[N], signal: AbortSignal) => Promise<void>): Promise<void>
  /** Lets running jobs finish, for a few seconds at most. */
  stop(): Promise<void>
}

/** Who hears of trouble. */
export interface JobTrouble {
  /** The queue itself: the database is away, a notification was lost. */
  queueFailed(error: Error): void
  /** One run of one job; it is tried again as its queue says. */
  jobFailed(error: unknown, job: { name: JobName; id: string }): void
}

/** Opens the queues in the product's own database. Runs as the owner, after migrations. */
export async function startJobs(database: Embedded | Server, trouble: JobTrouble): Promise<JobRunner> {
  const embedded = 'client' in database
  const boss = new PgBoss({
    ...(embedded ? { db: fromPglite(database.client), backend: 'pglite' } : { connectionString: database.url, max: 4 }),
    useListenNotify: true,
    schedule: false,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    monitorVacuum: false,
  })
  boss.on('error', (error) => trouble.queueFailed(error))
  await boss.start()
  for (const name of Object.keys(QUEUES) as JobName[]) {
    const { policy, ...settings } = QUEUES[name].queue
    await boss.createQueue(name, { ...settings, ...(policy ? { policy } : {}) })
    // A queue that was there before keeps its policy and takes the rest as it is now.
    await boss.updateQueue(name, settings)
    if (embedded) await takeBackInterrupted(boss, name)
  }
  await boss.getDb().executeSql(
    `GRANT USAGE ON SCHEMA pgboss TO prosa_app, prosa_system;
     GRANT SELECT ON ALL TABLES IN SCHEMA pgboss TO prosa_app, prosa_system;
     GRANT INSERT, UPDATE ON pgboss.job, pgboss.job_common TO prosa_app, prosa_system;`,
  )
  return {
    send: async (tx, name, data, { key, startAfter }) => {
      await boss.send(name, data, { singletonKey: key, ...(startAfter ? { startAfter } : {}), db: fromDrizzle(tx.db, sql) })
    },
    sendOrPostpone: async (tx, name, data, { key, startAfter }) => {
      await boss.upsert(name, data, { singletonKey: key, startAfter, db: fromDrizzle(tx.db, sql) })
    },
    work: async (name, handler) => {
      await boss.work<Jobs[typeof name]>(name, { ...QUEUES[name].work, perJobResults: true }, (jobs) =>
        Promise.all(
          jobs.map((job) =>
            settle(
              job.id,
              () => handler(job.data, job.signal),
              (error) => trouble.jobFailed(error, { name, id: job.id }),
            ),
          ),
        ),
      )
    },
    stop: () => boss.stop({ close: !embedded, graceful: true, timeout: 3_000 }),
  }
}

/** Each job of a batch stands for itself: one that fails leaves the others done. */
async function settle(id: string, work: () => Promise<void>, failed: (error: unknown) => void): Promise<JobResult> {
  try {
    await work()
    return { id, status: 'completed' }
  } catch (error) {
    failed(error)
    // What went wrong is the log's: a database's error carries the values that it was asked with.
    return { id, status: 'failed', output: { error: error instanceof Error ? error.name : 'unknown' } }
  }
}

/** The embedded database has one process, so a job that is running before any worker started was cut off by its end. */
async function takeBackInterrupted(boss: PgBoss, name: JobName): Promise<void> {
  const cutOff = (await boss.findJobs(name)).filter((job) => job.state === 'active').map((job) => job.id)
  if (cutOff.length > 0) await boss.fail(name, cutOff, { message: 'The process ended' })
}
