import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { understand } from '../features/assistant/understanding/understand.ts'
import { openEmbedded } from '../kernel/db/embedded.ts'
import { migrate } from '../kernel/db/migrate.ts'
import { startJobs } from '../kernel/jobs.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A tar of a migrated, empty embedded database; '' when the tests run on a PostgreSQL server. */
    snapshot: string
  }
}

/** Logs of a sixteenth of the usual size, and no databases to make others from: a copy of the rest is made in half the time. */
const SMALL = { initDbStartParams: ['--wal-segsize=1'] }
const DROP_TEMPLATES = ['UPDATE pg_database SET datistemplate = false', 'DROP DATABASE template0', 'DROP DATABASE template1']

/** Migrates once; every test file starts from a copy. The model of how leads write is made once too, by nobody's first test. */
export default async function setup(project: TestProject): Promise<() => void> {
  understand([{ content: 'oi', type: 'text' }])
  if (process.env.TEST_DATABASE_URL) {
    project.provide('snapshot', '')
    return () => {}
  }
  const dir = mkdtempSync(join(tmpdir(), 'prosa-test-'))
  const file = join(dir, 'snapshot.tar')
  const database = await openEmbedded({ inMemory: SMALL })
  await migrate(database)
  const jobs = await startJobs(database, {
    queueFailed: (error) => {
      throw error
    },
    jobFailed: () => {},
  })
  await jobs.stop()
  for (const statement of DROP_TEMPLATES) await database.client.exec(statement)
  writeFileSync(file, new Uint8Array(await (await database.client.dumpDataDir('none')).arrayBuffer()))
  await database.close()
  project.provide('snapshot', file)
  return () => rmSync(dir, { recursive: true })
}
