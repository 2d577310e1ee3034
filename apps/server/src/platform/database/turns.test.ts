import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runInBackground } from '../concurrency/background.ts'
import { type EmbeddedDatabase, openEmbeddedDatabase } from './embedded-database.ts'

const MANY = 40

let database: EmbeddedDatabase
beforeAll(async () => {
  database = await openEmbeddedDatabase({ inMemory: {} })
})
afterAll(() => database.close())

const transaction = () => database.transaction('SELECT 1', (db) => db.execute(sql`SELECT 1`))

it('however many transactions of the embedded database wait, the process turns to others between two of them', async () => {
  const seen = { isOver: false }
  const all = Promise.all(Array.from({ length: MANY }, transaction)).then(() => {
    seen.isOver = true
  })
  let turns = 0
  for (; !seen.isOver; turns += 1) await nextTurn()
  await all
  expect(turns).toBeGreaterThanOrEqual(MANY)
})

it('what a request asks of the embedded database goes before what jobs have waiting', async () => {
  const order: string[] = []
  const job = () => runInBackground(transaction).then(() => order.push('job'))
  const jobs = Promise.all(Array.from({ length: MANY }, job))
  await transaction().then(() => order.push('request'))
  await jobs
  // One of the jobs was already running.
  expect(order.indexOf('request')).toBeLessThanOrEqual(1)
})

it('a request of several transactions waits once for a job, and not again before each of them', async () => {
  const order: string[] = []
  const job = () => runInBackground(transaction).then(() => order.push('job'))
  const jobs = Promise.all(Array.from({ length: MANY }, job))
  for (const part of ['first', 'second', 'third']) await transaction().then(() => order.push(part))
  await jobs
  expect(order.filter((done) => done === 'job')).toHaveLength(MANY)
  expect(order.indexOf('third') - order.indexOf('first')).toBe(2)
})

it('a statement that outlives its transaction goes nowhere, though another is under way', async () => {
  const gate = Promise.withResolvers<void>()
  const late = Promise.withResolvers<unknown>()
  await database.transaction('SELECT 1', async (db) => {
    const ask = () => db.execute(sql`SELECT current_setting('prosa.tenant_id')`)
    gate.promise.then(ask).then(late.resolve, late.resolve)
  })
  await database.transaction("SELECT set_config('prosa.tenant_id', 'another', true)", async (db) => {
    gate.resolve()
    expect(await late.promise).toMatchObject({ cause: expect.any(Error) })
    await db.execute(sql`SELECT 1`)
  })
})
