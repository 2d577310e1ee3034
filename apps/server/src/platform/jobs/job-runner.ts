import { sql } from 'drizzle-orm'
import { fromDrizzle, fromPglite, type JobResult, type JobWithMetadata, PgBoss, type QueueResult } from 'pg-boss'
import { runInBackground } from '../concurrency/background.ts'
import type { Tx } from '../database/database.ts'
import type { EmbeddedDatabase } from '../database/embedded-database.ts'
import type { ServerDatabase } from '../database/server-database.ts'
import { withAdvisoryLock } from '../database/with-advisory-lock.ts'
import type { FinalFailureHandler, FinalFailureHandlers, JobHandler, JobHandlers, JobName, JobPayloads } from './job-names.ts'
import { createJobPrioritizer } from './job-priority.ts'
import { JOB_QUEUES } from './job-queues.ts'
import { JOB_ROW_LEVEL_SECURITY } from './job-row-level-security.ts'
import { createJobAttemptRunner, JobAbandonedError, LOST_ATTEMPTS_TABLE_SQL, PROCESS_ENDED_MESSAGE } from './lost-attempts.ts'

export interface JobRunner {
  /**
   * Sends a job in the caller's transaction. The queue's policy applies to jobs with the same `key`. `afterMs`: minimum delay in
   * milliseconds by the database's clock, which all processes share.
   */
  send<N extends JobName>(tx: Tx, name: N, data: JobPayloads[N], options: { key: string; afterMs?: number }): Promise<void>
  /** Sends a job. If a job with the same key is already waiting, moves that job to `afterMs` milliseconds from now instead. */
  sendOrPostpone<N extends JobName>(
    tx: Tx,
    name: N,
    data: JobPayloads[N],
    options: { key: string; afterMs: number },
  ): Promise<void>
  /** Deletes jobs whose payload contains one of these ids. Running jobs are not deleted. */
  deleteJobsByIds(tx: Tx, tenantId: string, ids: readonly string[]): Promise<void>
  /**
   * Starts processing the jobs of a queue. After five attempts of a job have crashed the process, calls `onFinalFailure` instead of a
   * further attempt.
   */
  startWorker<N extends JobName>(name: N, handler: JobHandler<N>, onFinalFailure?: FinalFailureHandler<N>): Promise<void>
  /** Returns the number of waiting jobs of each queue, at most ten seconds old. */
  countWaiting(): Promise<Record<string, number>>
  /** Waits up to three seconds for running jobs, then stops processing. */
  stop(): Promise<void>
}

export interface JobErrorHandlers {
  /** Reports an error of the queue, such as an unreachable database. */
  onQueueError(error: Error): void
  /** Reports a failed attempt of a job, which may be retried. */
  onJobError(error: unknown, job: { name: JobName; id: string }): void
}

/**
 * Error of a worker that was still running a job when the queues closed. It is ignored, because the job was already returned to its queue.
 */
const CONNECTION_CLOSED_MESSAGE = /Database connection is not opened/

/** Opens the job queues (pg-boss) in the server's database, as the owner of the tables. Must be called after the migrations. */
export async function startJobRunner(
  database: EmbeddedDatabase | ServerDatabase,
  errorHandlers: JobErrorHandlers,
): Promise<JobRunner> {
  const isEmbedded = 'client' in database
  const boss = new PgBoss({
    ...(isEmbedded ? { db: fromPglite(database.client), backend: 'pglite' } : { connectionString: database.ownerUrl, max: 4 }),
    useListenNotify: true,
    schedule: false,
    superviseIntervalSeconds: 10,
    // Finished jobs are deleted soon, instead of once a day.
    maintenanceIntervalSeconds: 60,
    monitorIntervalSeconds: 10,
    monitorVacuum: false,
  })
  let isStopping = false
  boss.on('error', (error) => {
    if (!(isStopping && CONNECTION_CLOSED_MESSAGE.test(error.message))) errorHandlers.onQueueError(error)
  })
  const startTimers = new Set<NodeJS.Timeout>()
  // A lock is needed, because two processes that start at the same time would write the same rows of the database catalogue.
  const openQueues = async () => {
    await boss.start()
    const existingQueues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
    for (const name of Object.keys(JOB_QUEUES) as JobName[]) await createOrUpdateQueue(boss, name, existingQueues.get(name))
    if (isEmbedded) await failInterruptedJobs(boss)
    await boss.getDb().executeSql(LOST_ATTEMPTS_TABLE_SQL)
    await boss.getDb().executeSql(JOB_ROW_LEVEL_SECURITY)
  }
  await ('client' in database ? openQueues() : withAdvisoryLock(database, 'jobs', openQueues))
  const runAttempt = createJobAttemptRunner(boss.getDb())
  const getPriority = createJobPrioritizer()
  return {
    send: async (tx, name, data, { key, afterMs = 0 }) => {
      await boss.send(name, data, {
        ...getJobGroup(name, data),
        priority: await getPriority(name, data),
        singletonKey: key,
        startAfter: toSeconds(afterMs),
        db: fromDrizzle(tx.db, sql),
      })
    },
    sendOrPostpone: async (tx, name, data, { key, afterMs }) => {
      await boss.upsert(name, data, {
        ...getJobGroup(name, data),
        priority: await getPriority(name, data),
        singletonKey: key,
        startAfter: toSeconds(afterMs),
        db: fromDrizzle(tx.db, sql),
      })
    },
    deleteJobsByIds: async (tx, tenantId, ids) => {
      await tx.db.execute(sql`
        DELETE FROM pgboss.job WHERE state <> 'active' AND data->>'tenantId' = ${tenantId}
          AND EXISTS (SELECT FROM jsonb_each_text(data) AS part WHERE part.value = ANY(${sql.param([...ids])}::text[]))`)
    },
    startWorker: async (name, handler, onFinalFailure) => {
      const { workOptions, workerCount = 1, completesJobsIndividually, maxPerTenant, deletesCompletedJobs } = JOB_QUEUES[name]
      const options = {
        // A worker whose batch was full fetches more jobs immediately. Otherwise one organisation's many jobs would delay all others.
        // pg-boss ignores this for a batch of one job.
        burstWhenBatchFull: true,
        ...workOptions,
        ...(maxPerTenant ? { localGroupConcurrency: maxPerTenant } : {}),
        perJobResults: true,
        includeMetadata: true,
      } as const
      const runBatchJob = (job: JobWithMetadata<JobPayloads[typeof name]>): Promise<JobResult> => {
        const reportFailure = (error: unknown) => errorHandlers.onJobError(error, { name, id: job.id })
        const attempt = () => runAttempt(job, () => runInBackground(() => handler(job.data, job.signal, job.retryCount)))
        const handleFinalFailure = async (error: unknown) => {
          if (!(error instanceof JobAbandonedError)) throw error
          reportFailure(error)
          await onFinalFailure?.(job.data)
        }
        return runJob(job.id, () => attempt().catch(handleFinalFailure), reportFailure)
      }
      const startPoller = () =>
        boss.work(name, options, async (jobs: JobWithMetadata<JobPayloads[typeof name]>[]) => {
          const results = await Promise.all(
            jobs.map(async (job) => {
              const result = await runBatchJob(job)
              if (completesJobsIndividually && jobs.length > 1)
                await (result.status === 'completed'
                  ? boss.complete(name, job)
                  : boss.fail(name, job, result.output as object | undefined))
              return result
            }),
          )
          const completedIds = results.filter(({ status }) => status === 'completed').map(({ id }) => id)
          if (deletesCompletedJobs && completedIds.length > 0) await boss.deleteJob(name, completedIds)
          return results
        })
      await startPoller()
      for (let index = 1; index < workerCount; index += 1) {
        const afterMs = (index * workOptions.pollingIntervalSeconds * 1_000) / workerCount
        startTimers.add(setTimeout(() => void startPoller().catch((error: Error) => errorHandlers.onQueueError(error)), afterMs))
      }
    },
    countWaiting: async () =>
      Object.fromEntries((await boss.getQueues(Object.keys(JOB_QUEUES))).map((queue) => [queue.name, queue.readyCount])),
    stop: () => {
      isStopping = true
      for (const timer of startTimers) clearTimeout(timer)
      return boss.stop({ close: !isEmbedded, graceful: true, timeout: 3_000 })
    },
  }
}

/** Starts processing the jobs of all queues. */
export async function startAllJobWorkers(
  jobs: Pick<JobRunner, 'startWorker'>,
  handlers: JobHandlers,
  finalFailureHandlers: FinalFailureHandlers,
): Promise<void> {
  const handlersByName: Partial<{ [N in JobName]: FinalFailureHandler<N> }> = finalFailureHandlers
  const startWorker = <N extends JobName>(name: N, { [name]: handler }: Pick<JobHandlers, N>) =>
    jobs.startWorker(name, handler, handlersByName[name])
  for (const name of Object.keys(handlers) as JobName[]) await startWorker(name, handlers)
}

/** Returns the organisation of a job as its concurrency group; {} if the queue does not limit the jobs of an organisation. */
const getJobGroup = (name: JobName, data: object) =>
  JOB_QUEUES[name].maxPerTenant && 'tenantId' in data ? { group: { id: String(data.tenantId) } } : {}

/**
 * Converts a delay from milliseconds to seconds. pg-boss adds a number to the database's clock, but would compare a Date with this server's
 * clock.
 */
const toSeconds = (ms: number): number => Math.max(0, Math.round(ms)) / 1_000

/** Runs one job of a batch and returns its result. Never throws, so that a failure does not affect the rest of the batch. */
async function runJob(id: string, work: () => Promise<void>, onFailure: (error: unknown) => void): Promise<JobResult> {
  try {
    await work()
    return { id, status: 'completed' }
  } catch (error) {
    onFailure(error)
    // The stored output contains only the error's name, because the message of a database error contains the values of the query.
    return { id, status: 'failed', output: { error: error instanceof Error ? error.name : 'unknown' } }
  }
}

/** Creates a queue, or updates the settings of an existing queue except its policy. Does nothing if no setting has changed. */
async function createOrUpdateQueue(boss: PgBoss, name: JobName, existingQueue: QueueResult | undefined): Promise<void> {
  const { policy, ...settings } = JOB_QUEUES[name].queueOptions
  if (existingQueue && Object.entries(settings).every(([key, value]) => existingQueue[key as keyof QueueResult] === value)) return
  await (existingQueue
    ? boss.updateQueue(name, settings)
    : boss.createQueue(name, { ...settings, ...(policy ? { policy } : {}) }))
  // pg-boss removes a changed queue from its cache, and would read it in the transaction that sends the first job. The embedded database
  // has no second connection for that, so this call fills the cache.
  await boss.findJobs(name)
}

/**
 * Marks all running jobs as failed. Must be called before any worker starts: the embedded database has only one process, whose earlier run
 * was interrupted.
 */
async function failInterruptedJobs(boss: PgBoss): Promise<void> {
  const { rows } = await boss
    .getDb()
    .executeSql(`SELECT name, array_agg(id) AS ids FROM pgboss.job WHERE state = 'active' GROUP BY name`)
  for (const { name, ids } of rows as { name: string; ids: string[] }[])
    await boss.fail(name, ids, { message: PROCESS_ENDED_MESSAGE })
}
