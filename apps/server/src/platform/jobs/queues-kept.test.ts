import { v7 as uuid } from 'uuid'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestDatabase } from '../../testing/harness/database/test-database.ts'
import { createDatabase } from '../database/database.ts'
import { createEventBus } from '../events/event-bus.ts'
import { JOB_QUEUES } from './job-queues.ts'
import { type JobRunner, startJobRunner } from './job-runner.ts'

const TROUBLE = {
  onQueueError: (error: Error) => {
    throw error
  },
  onJobError: () => {},
}
const IS_EMBEDDED = !process.env.TEST_DATABASE_URL

let database: Awaited<ReturnType<typeof openTestDatabase>>
let jobs: JobRunner
beforeEach(async () => {
  database = await openTestDatabase()
  jobs = await startJobRunner(database.driver, TROUBLE)
})
afterEach(async () => {
  await jobs.stop()
  await database.driver.close()
  await database.drop()
})

/** Runs a statement as the owner of the queues. */
async function ask(statement: string): Promise<Record<string, unknown>[]> {
  const { driver } = database
  const { rows } = 'client' in driver ? await driver.client.query(statement) : await driver.pool.query(statement)
  return rows as Record<string, unknown>[]
}

/** Restarts the jobs with the queues of the previous start. */
async function startAgain() {
  await jobs.stop()
  jobs = await startJobRunner(database.driver, TROUBLE)
}

it('a start writes only the queue that is not as it should be, and one that is missing', async () => {
  const kept = () => ask('SELECT name, retry_limit, retry_delay, updated_on FROM pgboss.queue ORDER BY name')
  const before = await kept()
  expect(before.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(JOB_QUEUES)))
  await startAgain()
  expect(await kept()).toEqual(before)
  await ask("UPDATE pgboss.queue SET retry_limit = 3 WHERE name = 'agent-turn'")
  await ask("DELETE FROM pgboss.queue WHERE name = 'end-pause'")
  await startAgain()
  const timeless = (rows: typeof before) => rows.map((row) => ({ ...row, updated_on: null }))
  const after = await kept()
  expect(timeless(after)).toEqual(timeless(before))
  const written = after.filter((row, at) => String(row['updated_on']) !== String(before[at]?.['updated_on']))
  expect(written.map(({ name }) => name)).toEqual(['agent-turn', 'end-pause'])
})

it('a queue that a start has just made takes a job amid a transaction', async () => {
  await ask("DELETE FROM pgboss.queue WHERE name = 'end-pause'")
  await startAgain()
  const db = createDatabase(
    database.driver,
    createEventBus(() => {}),
  )
  const ids = { tenantId: uuid(), leadId: uuid() }
  await db.system((tx) => jobs.send(tx, 'end-pause', ids, { key: ids.leadId }))
  expect(await ask("SELECT data FROM pgboss.job WHERE name = 'end-pause'")).toEqual([{ data: ids }])
})

it.runIf(IS_EMBEDDED)('a job that ran when its process ended is there again at the next start', async () => {
  await ask(`
    INSERT INTO pgboss.job (name, data, state, retry_limit, retry_delay, expire_seconds, deletion_seconds)
    VALUES ('agent-turn', '{}', 'active', 5, 60, 60, 60), ('end-pause', '{}', 'completed', 5, 60, 60, 60)`)
  await startAgain()
  expect(await ask('SELECT name, state::text FROM pgboss.job ORDER BY name')).toEqual([
    { name: 'agent-turn', state: 'retry' },
    { name: 'end-pause', state: 'completed' },
  ])
})
