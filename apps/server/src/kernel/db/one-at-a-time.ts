import { setTimeout as wait } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { Server } from './server.ts'

/** Any fixed numbers, one for each kind of work. */
const LOCKS = { migrate: 7_250_419, jobs: 7_250_420 } as const

const ASK_MS = 100

/** Processes that start at the same moment do this one after the other, on a connection of their own. */
export async function oneAtATime<T>(
  server: Server,
  what: keyof typeof LOCKS,
  work: (connection: PoolClient) => Promise<T>,
): Promise<T> {
  const connection = await server.pool.connect()
  try {
    // Waiting for another process, or filling a large table, may take longer than any query of the product may.
    await connection.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0')
    // Asked for again and again instead of waited for: a statement that waits would itself be waited for by whoever makes an index meanwhile.
    const take = async () =>
      (await connection.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [LOCKS[what]])).rows[0]?.taken
    while (!(await take())) await wait(ASK_MS)
    return await work(connection)
  } finally {
    // Ends the lock with its connection, whose settings are its own: not back to the pool.
    connection.release(true)
  }
}
