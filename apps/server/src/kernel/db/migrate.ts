import { fileURLToPath } from 'node:url'
import { drizzle as drizzleServer } from 'drizzle-orm/node-postgres'
import { migrate as migrateServer } from 'drizzle-orm/node-postgres/migrator'
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite'
import { migrate as migrateEmbedded } from 'drizzle-orm/pglite/migrator'
import type { Embedded } from './embedded.ts'
import { forceRowSecurity } from './force-row-security.ts'
import { makeLaterIndexes } from './later-indexes.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { refuseEarlierDatabase } from './refuse-earlier-database.ts'
import type { Server } from './server.ts'

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/**
 * Migrates the schema to the current version; does nothing if it is current. Runs as the owner, before any other use of the database.
 * @throws ConfigError if the database was created before the baseline
 */
export async function migrate(database: Embedded | Server): Promise<void> {
  if ('client' in database) {
    const { client } = database
    await refuseEarlierDatabase((sql) => client.query(sql), migrationsFolder)
    await migrateEmbedded(drizzleEmbedded(client), { migrationsFolder })
    await makeLaterIndexes((sql) => client.query(sql), { beside: false })
    await forceRowSecurity((sql) => client.query(sql))
    return
  }
  await oneAtATime(database, 'migrate', async (connection) => {
    await refuseEarlierDatabase((sql) => connection.query(sql), migrationsFolder)
    await migrateServer(drizzleServer(connection), { migrationsFolder })
    await makeLaterIndexes((sql) => connection.query(sql), { beside: true })
    await forceRowSecurity((sql) => connection.query(sql))
  })
}
