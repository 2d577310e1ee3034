import { readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { inject } from 'vitest'
import { type Embedded, openEmbedded } from '../kernel/db/embedded.ts'
import { openServer, type Server } from '../kernel/db/server.ts'
import { databaseAt, dropDatabase, makeDatabase } from './server-databases.ts'

/** PostgreSQL would fill its default 128 MB of buffers with zeros for each test file; 16 MB suffice. */
const FEW_BUFFERS = { startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'] }

/** Opens a migrated, empty database for one test file: in memory, or on the PostgreSQL server of TEST_DATABASE_URL. */
export async function openTestDatabase(): Promise<{ driver: Embedded | Server; drop: () => Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) {
    const loadDataDir = new Blob([readFileSync(inject('snapshot'))])
    return { driver: await openEmbedded({ inMemory: { loadDataDir, ...FEW_BUFFERS } }), drop: async () => {} }
  }
  const name = await makeDatabase(server, inject('snapshot'))
  return { driver: openServer(databaseAt(server, name), () => {}), drop: () => dropDatabase(server, name) }
}
