import { v7 as uuid } from 'uuid'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openTestDatabase } from '../../testing/harness/database/test-database.ts'
import { createDatabase } from '../database/database.ts'
import { createEventBus } from '../events/event-bus.ts'
import type { JobName } from './job-names.ts'
import { JOB_QUEUES } from './job-queues.ts'
import { type JobRunner, startJobRunner } from './job-runner.ts'
import { createJobAttemptRunner, JobAbandonedError, PROCESS_ENDED_MESSAGE } from './lost-attempts.ts'

const LOST = { output: { message: PROCESS_ENDED_MESSAGE } }
const FAILED = { output: { error: 'Error' } }
/** Output that pg-boss stores for a worker without a heartbeat, which is how a server's database detects a crashed process. */
const SILENT = { output: { value: { message: 'job heartbeat timeout' } } }

const IS_EMBEDDED = !process.env.TEST_DATABASE_URL
const NAMES = Object.keys(JOB_QUEUES) as JobName[]

let database: Awaited<ReturnType<typeof openTestDatabase>>
let jobs: JobRunner
const failed = vi.fn()
const start = async () => {
  jobs = await startJobRunner(database.driver, {
    onQueueError: (error) => {
      throw error
    },
    onJobError: failed,
  })
}
beforeEach(async () => {
  failed.mockClear()
  database = await openTestDatabase()
  await start()
})
afterEach(async () => {
  await jobs.stop()
  await database.driver.close()
  await database.drop()
})

/** Runs a statement as the owner of the queues. */
async function ask(statement: string, values: unknown[] = []): Promise<{ rows: Record<string, unknown>[] }> {
  const { driver } = database
  const { rows } = 'client' in driver ? await driver.client.query(statement, values) : await driver.pool.query(statement, values)
  return { rows: rows as Record<string, unknown>[] }
}

/** Returns a new process's runner of attempts. */
const newProcess = () => createJobAttemptRunner({ executeSql: ask })
const attemptOf = (id: string, retryCount: number, before: { output: object } = LOST) => ({
  id,
  retryCount,
  ...before,
  signal: new AbortController().signal,
})
/** Starts an attempt that crashes its process. @returns whether it was started */
async function beginAndEndProcess(run: ReturnType<typeof newProcess>, job: ReturnType<typeof attemptOf>): Promise<boolean> {
  const begun = Promise.withResolvers<boolean>()
  run(job, () => {
    begun.resolve(true)
    return new Promise(() => {})
  }).catch((error: unknown) => (error instanceof JobAbandonedError ? begun.resolve(false) : begun.reject(error)))
  return begun.promise
}

it.each([
  ['on the embedded database', LOST],
  ['on a server', SILENT],
])('a job that takes its process with it is begun five times, and not a sixth (%s)', async (_where, before) => {
  const id = uuid()
  const begun: boolean[] = []
  for (let n = 0; n < 8; n += 1) begun.push(await beginAndEndProcess(newProcess(), attemptOf(id, n, before)))
  expect(begun).toEqual([true, true, true, true, true, false, false, false])
})

it('attempts that fail by themselves are not counted, and do not clear the count', async () => {
  const id = uuid()
  const fail = () => Promise.reject(new Error('Not now'))
  for (let n = 0; n < 20; n += 1) await expect(newProcess()(attemptOf(id, n, FAILED), fail)).rejects.toThrow('Not now')
  let begun = 0
  for (let n = 20; n < 40; n += 1) {
    if (await beginAndEndProcess(newProcess(), attemptOf(id, n, n === 20 ? FAILED : LOST))) begun += 1
    await expect(newProcess()(attemptOf(id, n, LOST), fail)).rejects.toThrow()
  }
  expect(begun).toBe(5)
})

it('a job that ran beside one that takes its process with it is not given up', async () => {
  const [poison, innocent] = [uuid(), uuid()]
  let isDone = false
  for (let n = 0; n < 7; n += 1) {
    const run = newProcess()
    const isLost = await beginAndEndProcess(run, attemptOf(poison, n))
    if (isLost) void run(attemptOf(innocent, n), () => new Promise(() => {}))
    else await run(attemptOf(innocent, n), async () => void (isDone = true))
    // Waits until the innocent job's attempt is counted, before its process ends.
    await ask('SELECT 1')
  }
  expect(isDone).toBe(true)
})

it.runIf(IS_EMBEDDED)('every queue gives up a job of which five attempts were lost, before it is begun again', async () => {
  const db = createDatabase(
    database.driver,
    createEventBus(() => {}),
  )
  const data = { tenantId: uuid() }
  await db.system(async (tx) => {
    for (const name of NAMES) await jobs.send(tx, name, data, { key: 'k' })
  })
  await ask("UPDATE pgboss.job SET state = 'active', started_on = now(), retry_delay = 0, retry_backoff = false")
  await ask('INSERT INTO pgboss.lost_attempts (job_id, begun) SELECT id, 5 FROM pgboss.job')
  await jobs.stop()
  await start()
  const [begun, givenUp] = [vi.fn(), vi.fn()]
  for (const name of NAMES)
    await jobs.startWorker(
      name,
      async () => begun(name),
      async () => givenUp(name),
    )
  await vi.waitFor(() => expect(givenUp).toHaveBeenCalledTimes(NAMES.length), 10_000)
  expect(begun).not.toHaveBeenCalled()
  expect(failed).toHaveBeenCalledTimes(NAMES.length)
  await vi.waitFor(async () => {
    const { rows } = await ask("SELECT name FROM pgboss.job WHERE state <> 'completed'")
    expect(rows).toEqual([])
  }, 10_000)
})

it('what pg-boss says of a worker that went silent counts as a lost attempt @wide', { timeout: 60_000 }, async () => {
  const db = createDatabase(
    database.driver,
    createEventBus(() => {}),
  )
  const data = { tenantId: uuid(), conversationId: uuid(), sourceId: uuid(), revision: 1 }
  await db.system(async (tx) => {
    await jobs.send(tx, 'agent-turn', data, { key: 'silent' })
    await jobs.send(tx, 'read-source', data, { key: 'late' })
  })
  await ask(`UPDATE pgboss.job SET state = 'active', started_on = now() - interval '1 hour', heartbeat_on = now() - interval '1 hour',
    retry_delay = 0, retry_backoff = false`)
  await ask('UPDATE pgboss.queue SET monitor_on = NULL')
  await vi.waitFor(async () => {
    const { rows } = await ask("SELECT id FROM pgboss.job WHERE state = 'retry'")
    expect(rows).toHaveLength(2)
  }, 40_000)
  const begun = vi.fn()
  for (const name of ['agent-turn', 'read-source'] as const) await jobs.startWorker(name, async () => begun())
  await vi.waitFor(() => expect(begun).toHaveBeenCalledTimes(2), 10_000)
  expect((await ask('SELECT * FROM pgboss.lost_attempts')).rows).toHaveLength(2)
})

it('a start forgets the counts of jobs that are gone', async () => {
  await ask('INSERT INTO pgboss.lost_attempts (job_id, begun) VALUES ($1, 3)', [uuid()])
  await jobs.stop()
  await start()
  expect((await ask('SELECT * FROM pgboss.lost_attempts')).rows).toEqual([])
})
