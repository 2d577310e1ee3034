import { setTimeout as wait } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { ServerDatabase } from './server-database.ts'

/** Keys of PostgreSQL advisory locks. The values are arbitrary but must not change. */
const ADVISORY_LOCK_KEYS = { migrate: 7_250_419, jobs: 7_250_420 } as const

const LOCK_POLL_INTERVAL_MS = 100

/** Runs `work` while this process has an advisory lock. Processes that start at the same time run `work` one after the other. */
export async function withAdvisoryLock<T>(
  server: ServerDatabase,
  lockName: keyof typeof ADVISORY_LOCK_KEYS,
  work: (connection: PoolClient) => Promise<T>,
): Promise<T> {
  const connection = await server.pool.connect()
  try {
    // Waiting for another process, or indexing a large table, may exceed the normal timeouts.
    await connection.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0')
    // A statement that waits for the lock would deadlock with another process's CREATE INDEX CONCURRENTLY, which waits for all running
    // statements. Polling avoids this.
    const tryLock = async () =>
      (await connection.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [ADVISORY_LOCK_KEYS[lockName]]))
        .rows[0]?.taken
    while (!(await tryLock())) await wait(LOCK_POLL_INTERVAL_MS)
    return await work(connection)
  } finally {
    // The connection is closed instead of reused, which releases the lock and discards the changed settings.
    connection.release(true)
  }
}
