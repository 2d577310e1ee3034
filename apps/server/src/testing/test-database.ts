import { readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { inject } from 'vitest'
import { type Embedded, openEmbedded } from '../kernel/db/embedded.ts'
import { openServer, type Server } from '../kernel/db/server.ts'
import { databaseAt, dropDatabase, makeDatabase } from './server-databases.ts'

/** Its own 128 MB would be written full of zeros for each test file; what a file keeps fits into an eighth of them. */
const FEW_BUFFERS = { startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'] }

/** A migrated, empty database of the test file's own: in memory, or on the PostgreSQL server of TEST_DATABASE_URL. */
export async function openTestDatabase(): Promise<{ driver: Embedded | Server; drop: () => Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) {
    const loadDataDir = new Blob([readFileSync(inject('snapshot'))])
    return { driver: await openEmbedded({ inMemory: { loadDataDir, ...FEW_BUFFERS } }), drop: async () => {} }
  }
  const name = await makeDatabase(server, inject('snapshot'))
  return { driver: openServer(databaseAt(server, name), () => {}), drop: () => dropDatabase(server, name) }
}
