import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { inject } from 'vitest'
import { type Embedded, openEmbedded } from '../kernel/db/embedded.ts'
import { migrate } from '../kernel/db/migrate.ts'
import { openServer, type Server } from '../kernel/db/server.ts'

/** Its own 128 MB would be written full of zeros for each test file; what a file keeps fits into an eighth of them. */
const FEW_BUFFERS = { startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'] }

/** A migrated, empty database of the test file's own: in memory, or on the PostgreSQL server of TEST_DATABASE_URL. */
export async function openTestDatabase(): Promise<{ driver: Embedded | Server; drop: () => Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) {
    const loadDataDir = new Blob([readFileSync(inject('snapshot'))])
    return { driver: await openEmbedded({ inMemory: { loadDataDir, ...FEW_BUFFERS } }), drop: async () => {} }
  }
  const name = `prosa_test_${randomBytes(6).toString('hex')}`
  await administer(server, `CREATE DATABASE ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const driver = openServer(url.href, () => {})
  await migrate(driver)
  return { driver, drop: () => administer(server, `DROP DATABASE ${name} WITH (FORCE)`) }
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
