import PQueue from 'p-queue'
import type { JobWithMetadata } from 'pg-boss'

/** Number of attempts of a job that may crash the process. Then the job fails finally. */
const MAX_LOST_ATTEMPTS = 5
/**
 * Number of lost attempts (attempts that crashed the process) from which such jobs run one at a time, so that a crash counts only for the
 * job that caused it.
 */
const RUN_ALONE_FROM_LOST_ATTEMPTS = 2

/**
 * SQL that creates the table with the number of lost attempts of each job, and deletes rows of deleted jobs. A separate table, because
 * pg-boss overwrites a job's output and data.
 */
export const LOST_ATTEMPTS_TABLE_SQL = `
  CREATE TABLE IF NOT EXISTS pgboss.lost_attempts (job_id uuid PRIMARY KEY, begun integer NOT NULL);
  DELETE FROM pgboss.lost_attempts lost WHERE NOT EXISTS (SELECT FROM pgboss.job WHERE job.id = lost.job_id)`

/** Output of a job that was interrupted by the end of its process (embedded database only). */
export const PROCESS_ENDED_MESSAGE = 'The process ended'
/** Outputs of interrupted jobs. pg-boss sets the last two when a worker stops responding. */
const LOST_OUTPUTS: readonly unknown[] = [PROCESS_ENDED_MESSAGE, 'job heartbeat timeout', 'job timed out']

type JobAttempt = Pick<JobWithMetadata<unknown>, 'id' | 'retryCount' | 'output' | 'signal'>
type JobOutput = { message?: unknown; value?: { message?: unknown } } | null

interface SqlExecutor {
  executeSql(text: string, values: unknown[]): Promise<{ rows: unknown[] }>
}

/** Error of a job that is not run again, because it crashed the process too often. */
export class JobAbandonedError extends Error {
  override readonly name = 'JobGivenUp'
}

/** Returns a function that runs one attempt of a job and counts attempts that crash the process. */
export function createJobAttemptRunner(db: SqlExecutor) {
  const isolatedQueue = new PQueue({ concurrency: 1 })

  /**
   * Runs one attempt of a job. If an earlier attempt was lost, counts this attempt before it starts, and uncounts it when it ends. Only an
   * attempt that crashes the process thus stays counted.
   * @throws JobAbandonedError instead of a sixth attempt if five were lost
   */
  return async (job: JobAttempt, work: () => Promise<void>): Promise<void> => {
    const lostCount = job.retryCount > 0 ? await countLostAttempts(db, job) : 0
    if (lostCount === 0) return work()
    if (lostCount >= MAX_LOST_ATTEMPTS)
      throw new JobAbandonedError(`${lostCount} attempts of the job took their process with them`)
    const runCounted = async () => {
      // The attempt may have expired while the job waited in the queue.
      job.signal.throwIfAborted()
      await adjustAttemptCount(db, job, 1)
      try {
        await work()
      } finally {
        await adjustAttemptCount(db, job, -1)
      }
    }
    await (lostCount < RUN_ALONE_FROM_LOST_ATTEMPTS ? runCounted() : isolatedQueue.add(runCounted))
  }
}

/**
 * Returns the number of lost attempts of a retried job. The first one is recognized by the job's output, and further ones are counted in
 * the table.
 */
async function countLostAttempts(db: SqlExecutor, { id, output }: JobAttempt): Promise<number> {
  const { rows } = await db.executeSql('SELECT begun FROM pgboss.lost_attempts WHERE job_id = $1', [id])
  const [counted] = rows as { begun: number }[]
  if (counted) return counted.begun
  const { message, value } = (output as JobOutput) ?? {}
  if (!LOST_OUTPUTS.includes(value?.message ?? message)) return 0
  await db.executeSql('INSERT INTO pgboss.lost_attempts (job_id, begun) VALUES ($1, 1) ON CONFLICT DO NOTHING', [id])
  return 1
}

async function adjustAttemptCount(db: SqlExecutor, { id }: JobAttempt, difference: 1 | -1): Promise<void> {
  await db.executeSql('UPDATE pgboss.lost_attempts SET begun = begun + $2::int WHERE job_id = $1', [id, difference])
}
