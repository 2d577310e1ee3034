import PQueue from 'p-queue'
import type { JobWithMetadata } from 'pg-boss'

/** Attempts of one job that may take their process with them. The job is given up before it is begun once more. */
const LOST_ATTEMPTS_MAX = 5
/** From this number of lost attempts on, a job runs beside no other such job: one that ends its process then costs only itself an attempt. */
const ALONE_FROM = 2

/**
 * Counts attempts of jobs that were begun and have not ended by themselves. A table of its own: pg-boss overwrites a job's output when it fails the
 * job, and its data when the job is sent again. Rows of jobs that are gone are deleted at each start.
 */
export const LOST_ATTEMPTS_TABLE = `
  CREATE TABLE IF NOT EXISTS pgboss.lost_attempts (job_id uuid PRIMARY KEY, begun integer NOT NULL);
  DELETE FROM pgboss.lost_attempts lost WHERE NOT EXISTS (SELECT FROM pgboss.job WHERE job.id = lost.job_id)`

/** Output of a job whose process ended on the embedded database. */
export const PROCESS_ENDED = 'The process ended'
/** Outputs of jobs that did not end by themselves; the last two are pg-boss's own, for a worker that went silent. */
const LOST_OUTPUTS: readonly unknown[] = [PROCESS_ENDED, 'job heartbeat timeout', 'job timed out']

type Attempt = Pick<JobWithMetadata<unknown>, 'id' | 'retryCount' | 'output' | 'signal'>
type Output = { message?: unknown; value?: { message?: unknown } } | null

interface SqlExecutor {
  executeSql(text: string, values: unknown[]): Promise<{ rows: unknown[] }>
}

/** Thrown for a job whose attempts took their process with them too often. */
export class JobGivenUp extends Error {
  override readonly name = 'JobGivenUp'
}

/** Returns a runner of attempts that counts those which take the process with them. */
export function createAttemptRunner(db: SqlExecutor) {
  const alone = new PQueue({ concurrency: 1 })

  /**
   * Runs one attempt of a job. Attempts after a lost one are counted before they begin, and uncounted when they end by themselves.
   * @throws JobGivenUp before a sixth attempt begins, when five were lost
   */
  return async (job: Attempt, work: () => Promise<void>): Promise<void> => {
    const lost = job.retryCount > 0 ? await countLost(db, job) : 0
    if (lost === 0) return work()
    if (lost >= LOST_ATTEMPTS_MAX) throw new JobGivenUp(`${lost} attempts of the job took their process with them`)
    const runCounted = async () => {
      // The claim may have ended while the job waited for its turn.
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

/** Returns how many attempts of a retried job were lost. The first loss is known by the job's output, later ones by the count. */
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
