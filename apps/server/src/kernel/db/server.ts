import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Driver } from './database.ts'

export interface Server extends Driver {
  readonly pool: pg.Pool
  readonly url: string
}

/** Opens a pool on a PostgreSQL server. A lost connection fails the queries on it and is replaced; it never ends the process. */
export function openServer(url: string, onError: (error: Error) => void): Server {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    idle_in_transaction_session_timeout: 30_000,
    statement_timeout: 30_000,
  })
  pool.on('error', onError)
  // A connection in use tells of its end by itself, also between two queries; unheard, that would end the process.
  pool.on('connect', (client) => client.on('error', onError))
  const db = drizzle(pool)
  return {
    kind: 'server',
    pool,
    url,
    transaction: (work) => db.transaction((tx) => work(tx)),
    ping: async () => {
      await pool.query('SELECT 1')
    },
    close: () => pool.end(),
  }
}
