import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { TestProject } from 'vitest/node'
import { parseMessages } from '../../features/assistant/understanding/parse-messages.ts'
import { openEmbeddedDatabase } from '../../platform/database/embedded-database.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { openServerDatabase } from '../../platform/database/server-database.ts'
import { type JobErrorHandlers, startJobRunner } from '../../platform/jobs/job-runner.ts'
import { buildDatabaseUrl, createServerDatabase, dropServerDatabase } from './database/server-databases.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Path of a tar of a migrated, empty embedded database, or the name of such a database on a PostgreSQL server. */
    snapshot: string
  }
}

/**
 * Settings that halve the time to copy the database: no checksums, WAL segments of 1 MB instead of 16, few WAL files, and no template
 * databases.
 */
const SMALL_DATABASE_OPTIONS = {
  initDbStartParams: ['--wal-segsize=1', '--no-data-checksums'],
  startParams: [...PGlite.defaultStartParams, '-c', 'min_wal_size=2MB', '-c', 'max_wal_size=2MB'],
}
const DROP_TEMPLATE_STATEMENTS = [
  'UPDATE pg_database SET datistemplate = false',
  'DROP DATABASE template0',
  'DROP DATABASE template1',
]

const THROWING_JOB_TROUBLE: JobErrorHandlers = {
  onQueueError: (error) => {
    throw error
  },
  onJobError: () => {},
}

/**
 * Migrates the database once; every test file starts from a copy. Also builds the classifier for leads' messages once, so that no test is
 * delayed by it.
 */
export default async function setup(project: TestProject): Promise<() => void | Promise<void>> {
  parseMessages([{ content: 'oi', type: 'text' }])
  const server = process.env.TEST_DATABASE_URL
  if (server) {
    const template = await createServerDatabase(server)
    const database = openServerDatabase(buildDatabaseUrl(server, template), () => {})
    await migrate(database)
    const jobs = await startJobRunner(database, THROWING_JOB_TROUBLE)
    await jobs.stop()
    await database.close()
    project.provide('snapshot', template)
    return () => dropServerDatabase(server, template)
  }
  const dir = mkdtempSync(join(tmpdir(), 'prosa-test-'))
  const file = join(dir, 'snapshot.tar')
  const database = await openEmbeddedDatabase({ inMemory: SMALL_DATABASE_OPTIONS })
  await migrate(database)
  const jobs = await startJobRunner(database, THROWING_JOB_TROUBLE)
  await jobs.stop()
  for (const statement of [...DROP_TEMPLATE_STATEMENTS, 'CHECKPOINT']) await database.client.exec(statement)
  writeFileSync(file, new Uint8Array(await (await database.client.dumpDataDir('none')).arrayBuffer()))
  await database.close()
  project.provide('snapshot', file)
  return () => rmSync(dir, { recursive: true })
}
