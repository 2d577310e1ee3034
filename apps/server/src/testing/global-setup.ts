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

/** Migrates once; every test file starts from a copy. The model of how leads write is made once too, by nobody's first test. */
export default async function setup(project: TestProject): Promise<() => void> {
  understand([{ content: 'oi', type: 'text' }])
  if (process.env.TEST_DATABASE_URL) {
    project.provide('snapshot', '')
    return () => {}
  }
  const dir = mkdtempSync(join(tmpdir(), 'prosa-test-'))
  const file = join(dir, 'snapshot.tar')
  const database = await openEmbedded({ snapshot: null })
  await migrate(database)
  const jobs = await startJobs(database, {
    queueFailed: (error) => {
      throw error
    },
    jobFailed: () => {},
  })
  await jobs.stop()
  writeFileSync(file, new Uint8Array(await (await database.client.dumpDataDir('none')).arrayBuffer()))
  await database.close()
  project.provide('snapshot', file)
  return () => rmSync(dir, { recursive: true })
}
