import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { inject } from 'vitest'
import { type Embedded, openEmbedded } from '../kernel/db/embedded.ts'
import { migrate } from '../kernel/db/migrate.ts'
import { openServer, type Server } from '../kernel/db/server.ts'

/** A migrated, empty database of the test file's own: in memory, or on the PostgreSQL server of TEST_DATABASE_URL. */
export async function openTestDatabase(): Promise<{ driver: Embedded | Server; drop: () => Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) {
    const snapshot = new Blob([readFileSync(inject('snapshot'))])
    return { driver: await openEmbedded({ snapshot }), drop: async () => {} }
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
