import { v7 as uuid } from 'uuid'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openTestDatabase } from '../../testing/harness/database/test-database.ts'
import { createDatabase } from '../database/database.ts'
import { createEventBus } from '../events/event-bus.ts'
import type { JobName, JobPayloads } from './job-names.ts'
import { JOB_QUEUES } from './job-queues.ts'
import { type JobRunner, startJobRunner } from './job-runner.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
let jobs: JobRunner
beforeEach(async () => {
  database = await openTestDatabase()
  jobs = await startJobRunner(database.driver, {
    onQueueError: (error) => {
      throw error
    },
    onJobError: () => {},
  })
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

async function send<N extends JobName>(name: N, many: readonly JobPayloads[N][], keyOf: (n: number) => string = () => uuid()) {
  const db = createDatabase(
    database.driver,
    createEventBus(() => {}),
  )
  await db.system(async (tx) => {
    for (const [n, data] of many.entries()) await jobs.send(tx, name, data, { key: keyOf(n) })
  })
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

it.each([
  ['send-reset-link', { accounts: [] }],
  ['mail-new-access', { tenantId: uuid(), userId: uuid(), sessionId: uuid() }],
  ['mail-refused-step', { tenantId: uuid(), userId: uuid() }],
  ['mail-number-problem', { tenantId: uuid(), userId: uuid(), numberId: uuid(), code: '1' }],
] as [JobName, JobPayloads[JobName]][])(
  'TRUST-14 a hundred mails of %s leave at once, and not one in some seconds',
  async (name, data) => {
    const sent = vi.fn()
    const from = performance.now()
    await send(
      name,
      Array.from({ length: 100 }, () => data),
    )
    await jobs.startWorker(name, async () => {
      await wait(20)
      sent()
    })
    await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(100), 10_000)
    expect(performance.now() - from).toBeLessThan(10_000)
  },
)

it.each([
  ['read-source', 1],
  ['fetch-photos', 1],
  ['read-document', 1],
  ['run-corrections', 1],
  ['make-export', 1],
  ['index-messages', 1],
  ['import-past', 1],
  ['take-whatsapp-batch', 2],
  ['transcribe', 3],
] as const)('KNOW-14 %s: hanging jobs of one organisation hold nobody else’s back', async (name, most) => {
  const [hanging, other] = [uuid(), uuid()]
  const of = (tenantId: string) => ({ tenantId }) as JobPayloads[typeof name]
  await send(name, [...Array.from({ length: 6 }, () => of(hanging)), of(other)])
  const running: string[] = []
  const end = Promise.withResolvers<void>()
  await jobs.startWorker(name, async ({ tenantId }) => {
    running.push(tenantId)
    await end.promise
  })
  await vi.waitFor(() => expect(running).toContain(other), 10_000)
  await wait(3_000)
  expect(running.filter((tenantId) => tenantId === hanging)).toHaveLength(most)
  end.resolve()
})

it.each([
  'agent-turn',
  'deliver-message',
  'receive-whatsapp',
  'fetch-media',
  'fetch-ad-picture',
  'upload-media',
  'send-reaction',
] as const)('KNOW-14 %s: a flood of jobs of one organisation delays nobody else’s', async (name) => {
  const { normalPriorityPerMinute: firstPerMinute = 0, workOptions: work, workerCount: workers = 1 } = JOB_QUEUES[name]
  const places = (work.localConcurrency ?? 1) * (work.batchSize ?? 1) * workers
  const [flooding, other] = [uuid(), uuid()]
  const of = (tenantId: string) => ({ tenantId }) as JobPayloads[typeof name]
  const most = firstPerMinute + places
  await send(name, [...Array.from({ length: most + 60 }, () => of(flooding)), of(other)])
  const begun: string[] = []
  await jobs.startWorker(name, async ({ tenantId }) => {
    begun.push(tenantId)
    await wait(20)
  })
  await vi.waitFor(() => expect(begun).toContain(other), 20_000)
  expect(begun.indexOf(other)).toBeLessThan(most)
})

it('a job that is done leaves no phone behind: that of a WhatsApp sender is deleted at once', async () => {
  await send('receive-whatsapp', [{ tenantId: uuid(), numberId: uuid(), sender: '5511999990000' }], () => 'n:5511999990000')
  const done = vi.fn()
  await jobs.startWorker('receive-whatsapp', async () => done())
  await vi.waitFor(() => expect(done).toHaveBeenCalled(), 5_000)
  await vi.waitFor(async () => expect(await ask("SELECT * FROM pgboss.job WHERE name = 'receive-whatsapp'")).toEqual([]), 5_000)
})

it('jobs that are done are deleted after their minute @wide', { timeout: 60_000 }, async () => {
  await send('mail-new-access', [{ tenantId: uuid(), userId: uuid(), sessionId: uuid() }])
  await ask("UPDATE pgboss.job SET state = 'completed', completed_on = now() - interval '61 seconds'")
  await ask("UPDATE pgboss.queue SET maintain_on = now() - interval '61 seconds'")
  await vi.waitFor(async () => expect(await ask('SELECT * FROM pgboss.job')).toEqual([]), 30_000)
})

it.each([
  'end-pause',
  'settle-meeting',
  'erase-files',
  'watch-number',
  'judge-handshake',
  'ask-phone',
  'compare-number',
  'read-bill',
] as JobName[])('%s: of many waiting jobs none waits for the next poll', async (name) => {
  const done = vi.fn()
  const data = { tenantId: uuid() } as never
  await send(
    name,
    Array.from({ length: 40 }, () => data),
  )
  await jobs.startWorker(name, async () => done())
  await expect.poll(() => done.mock.calls.length, { timeout: 3_000 }).toBe(40)
})
