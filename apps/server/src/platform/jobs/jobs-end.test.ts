import { sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { openTestDatabase } from '../../testing/harness/database/test-database.ts'
import { createDatabase } from '../database/database.ts'
import { createEventBus } from '../events/event-bus.ts'
import { startJobRunner } from './job-runner.ts'

// The embedded database stays open for running jobs, so this needs a server.
it.runIf(process.env.TEST_DATABASE_URL)(
  'a job that outlasts the end of its process is given back, which is no failure of the queues (needs TEST_DATABASE_URL)',
  { timeout: 30_000 },
  async () => {
    const { driver, drop } = await openTestDatabase()
    const failures: Error[] = []
    const jobs = await startJobRunner(driver, { onQueueError: (error) => failures.push(error), onJobError: () => {} })
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await jobs.startWorker('agent-turn', async () => {
      begun.resolve()
      await end.promise
    })
    const place = { tenantId: uuid(), conversationId: uuid() }
    const db = createDatabase(
      driver,
      createEventBus(() => {}),
    )
    await db.system((tx) => jobs.send(tx, 'agent-turn', place, { key: place.conversationId }))
    await begun.promise
    await jobs.stop()
    end.resolve()
    const { rows } = await db.system((tx) => tx.db.execute(sql`SELECT state FROM pgboss.job WHERE name = 'agent-turn'`))
    expect(rows).toEqual([{ state: 'retry' }])
    expect(failures).toEqual([])
    await db.close()
    await drop()
  },
)
