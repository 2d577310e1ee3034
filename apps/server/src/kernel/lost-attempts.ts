import PQueue from 'p-queue'
import type { JobWithMetadata } from 'pg-boss'

/** Number of attempts of one job that may crash the process before the job is given up. */
const LOST_ATTEMPTS_MAX = 5
/**
 * Number of lost attempts from which a job no longer runs beside other such jobs, so that a crash counts only for the job that caused it.
 */
const ALONE_FROM = 2

/**
 * Counts attempts of jobs that began and did not end. Uses its own table, because pg-boss overwrites a job's output when the job fails, and
 * its data when it is sent again. Rows of deleted jobs are removed at each start.
 */
export const LOST_ATTEMPTS_TABLE = `
  CREATE TABLE IF NOT EXISTS pgboss.lost_attempts (job_id uuid PRIMARY KEY, begun integer NOT NULL);
  DELETE FROM pgboss.lost_attempts lost WHERE NOT EXISTS (SELECT FROM pgboss.job WHERE job.id = lost.job_id)`

/** Output of a job that the end of its process interrupted, on the embedded database. */
export const PROCESS_ENDED = 'The process ended'
/** Outputs of interrupted jobs. pg-boss sets the last two for a worker that stopped responding. */
const LOST_OUTPUTS: readonly unknown[] = [PROCESS_ENDED, 'job heartbeat timeout', 'job timed out']

type Attempt = Pick<JobWithMetadata<unknown>, 'id' | 'retryCount' | 'output' | 'signal'>
type Output = { message?: unknown; value?: { message?: unknown } } | null

interface SqlExecutor {
  executeSql(text: string, values: unknown[]): Promise<{ rows: unknown[] }>
}

/** Thrown for a job whose attempts crashed the process too often. */
export class JobGivenUp extends Error {
  override readonly name = 'JobGivenUp'
}

/** Returns a function that runs attempts of jobs, and counts those that crash the process. */
export function createAttemptRunner(db: SqlExecutor) {
  const alone = new PQueue({ concurrency: 1 })

  /**
   * Runs one attempt of a job. After a first lost attempt, each attempt is counted before it begins, and subtracted again when it succeeds
   * or throws.
   * @throws JobGivenUp instead of a sixth attempt if five were lost
   */
  return async (job: Attempt, work: () => Promise<void>): Promise<void> => {
    const lost = job.retryCount > 0 ? await countLost(db, job) : 0
    if (lost === 0) return work()
    if (lost >= LOST_ATTEMPTS_MAX) throw new JobGivenUp(`${lost} attempts of the job took their process with them`)
    const runCounted = async () => {
      // The attempt may have expired while the job waited for its turn.
      job.signal.throwIfAborted()
      await addToCount(db, job, 1)
      try {
        await work()
      } finally {
        await addToCount(db, job, -1)
      }
    }
    await (lost < ALONE_FROM ? runCounted() : alone.add(runCounted))
  }
}

/**
 * Returns the number of lost attempts of a retried job. The first loss is detected by the job's output; later ones are counted in the
 * table.
 */
async function countLost(db: SqlExecutor, { id, output }: Attempt): Promise<number> {
  const { rows } = await db.executeSql('SELECT begun FROM pgboss.lost_attempts WHERE job_id = $1', [id])
  const [counted] = rows as { begun: number }[]
  if (counted) return counted.begun
  const { message, value } = (output as Output) ?? {}
  if (!LOST_OUTPUTS.includes(value?.message ?? message)) return 0
  await db.executeSql('INSERT INTO pgboss.lost_attempts (job_id, begun) VALUES ($1, 1) ON CONFLICT DO NOTHING', [id])
  return 1
}

async function addToCount(db: SqlExecutor, { id }: Attempt, difference: 1 | -1): Promise<void> {
  await db.executeSql('UPDATE pgboss.lost_attempts SET begun = begun + $2::int WHERE job_id = $1', [id, difference])
}
