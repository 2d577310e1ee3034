import { setTimeout as wait } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { ServerDatabase } from './server-database.ts'

/** Arbitrary fixed keys of advisory locks, one for each kind of work. */
const ADVISORY_LOCK_KEYS = { migrate: 7_250_419, jobs: 7_250_420 } as const

const LOCK_POLL_INTERVAL_MS = 100

/** Runs `work` under an advisory lock, on its own connection, so that processes that start at the same time do it one after the other. */
export async function withAdvisoryLock<T>(
  server: ServerDatabase,
  what: keyof typeof ADVISORY_LOCK_KEYS,
  work: (connection: PoolClient) => Promise<T>,
): Promise<T> {
  const connection = await server.pool.connect()
  try {
    // Waiting for another process or filling a large table may exceed the timeouts of normal queries.
    await connection.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0')
    // Polls for the lock: a waiting statement would block another process's CREATE INDEX CONCURRENTLY, which waits for all running
    // statements.
    const take = async () =>
      (await connection.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [ADVISORY_LOCK_KEYS[what]])).rows[0]
        ?.taken
    while (!(await take())) await wait(LOCK_POLL_INTERVAL_MS)
    return await work(connection)
  } finally {
    // Closes the connection instead of returning it to the pool: this releases the lock and drops its settings.
    connection.release(true)
  }
}
