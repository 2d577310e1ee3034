import { fileURLToPath } from 'node:url'
import { drizzle as drizzleServer } from 'drizzle-orm/node-postgres'
import { migrate as migrateServer } from 'drizzle-orm/node-postgres/migrator'
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite'
import { migrate as migrateEmbedded } from 'drizzle-orm/pglite/migrator'
import type { EmbeddedDatabase } from './embedded-database.ts'
import { createDeferredIndexes } from './migration-steps/deferred-indexes.ts'
import { forceRowLevelSecurity } from './migration-steps/force-row-level-security.ts'
import { rejectPreBaselineDatabase } from './migration-steps/reject-pre-baseline-database.ts'
import type { ServerDatabase } from './server-database.ts'
import { withAdvisoryLock } from './with-advisory-lock.ts'

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/**
 * Migrates the database schema to the current version, as the owner of the tables. Must run before any other use of the database.
 * @throws ConfigError if the database was created by a version before the baseline migration
 */
export async function migrate(database: EmbeddedDatabase | ServerDatabase): Promise<void> {
  if ('client' in database) {
    const { client } = database
    await rejectPreBaselineDatabase((sql) => client.query(sql), migrationsFolder)
    await migrateEmbedded(drizzleEmbedded(client), { migrationsFolder })
    await createDeferredIndexes((sql) => client.query(sql), { isConcurrent: false })
    await forceRowLevelSecurity((sql) => client.query(sql))
    return
  }
  await withAdvisoryLock(database, 'migrate', async (connection) => {
    await rejectPreBaselineDatabase((sql) => connection.query(sql), migrationsFolder)
    await migrateServer(drizzleServer(connection), { migrationsFolder })
    await createDeferredIndexes((sql) => connection.query(sql), { isConcurrent: true })
    await forceRowLevelSecurity((sql) => connection.query(sql))
  })
}
