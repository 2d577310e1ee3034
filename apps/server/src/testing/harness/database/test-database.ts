import { readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { inject } from 'vitest'
import { type EmbeddedDatabase, openEmbeddedDatabase } from '../../../platform/database/embedded-database.ts'
import { openServerDatabase, type ServerDatabase } from '../../../platform/database/server-database.ts'
import { buildDatabaseUrl, createServerDatabase, dropServerDatabase } from './server-databases.ts'

/** PostgreSQL would fill its default 128 MB of buffers with zeros for each test file; 16 MB suffice. */
const SMALL_BUFFER_OPTIONS = { startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'] }

/** Opens a migrated, empty database for one test file: in memory, or on the PostgreSQL server of TEST_DATABASE_URL. */
export async function openTestDatabase(): Promise<{ driver: EmbeddedDatabase | ServerDatabase; drop: () => Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) {
    const loadDataDir = new Blob([readFileSync(inject('snapshot'))])
    return { driver: await openEmbeddedDatabase({ inMemory: { loadDataDir, ...SMALL_BUFFER_OPTIONS } }), drop: async () => {} }
  }
  const name = await createServerDatabase(server, inject('snapshot'))
  return { driver: openServerDatabase(buildDatabaseUrl(server, name), () => {}), drop: () => dropServerDatabase(server, name) }
}
