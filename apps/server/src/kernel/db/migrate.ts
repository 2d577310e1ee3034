import { fileURLToPath } from 'node:url'
import { drizzle as drizzleServer } from 'drizzle-orm/node-postgres'
import { migrate as migrateServer } from 'drizzle-orm/node-postgres/migrator'
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite'
import { migrate as migrateEmbedded } from 'drizzle-orm/pglite/migrator'
import type { Embedded } from './embedded.ts'
import type { Server } from './server.ts'

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))
/** Any fixed number: processes that start at the same moment migrate one after the other. */
const LOCK = 7_250_419

/** Brings the schema up to date; does nothing when it is. Runs as the owner, before anything else may touch the database. */
export async function migrate(database: Embedded | Server): Promise<void> {
  if ('client' in database) {
    await migrateEmbedded(drizzleEmbedded(database.client), { migrationsFolder })
    return
  }
  const connection = await database.pool.connect()
  try {
    // Waiting for another process, or filling a large table, may take longer than any query of the product may.
    await connection.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0')
    await connection.query('SELECT pg_advisory_lock($1)', [LOCK])
    await migrateServer(drizzleServer(connection), { migrationsFolder })
  } finally {
    await connection.query('SELECT pg_advisory_unlock($1)', [LOCK]).catch(() => {})
    // Not back to the pool: its settings are this connection's own.
    connection.release(true)
  }
}
