import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../../testing/harness/database/test-database.ts'
import type { DatabaseDriver } from '../database.ts'
import { migrate } from '../migrate.ts'
import { openServerDatabase, type ServerDatabase } from '../server-database.ts'
import { createDeferredIndexes } from './deferred-indexes.ts'

/** Runs a statement as the owner of the database. */
const ask = (driver: DatabaseDriver, statement: string) =>
  driver.transaction('SET LOCAL ROLE NONE', async (db) => (await db.execute(sql.raw(statement))).rows)
const kept = (driver: DatabaseDriver) =>
  ask(driver, `SELECT indexrelid AS id, indisvalid AS whole FROM pg_index WHERE indexrelid = to_regclass('leads_kept')`)

it('an index that came later is there after the migrations, and made once @wide', async () => {
  const { driver, drop } = await openTestDatabase()
  const first = await kept(driver)
  expect(first).toMatchObject([{ whole: true }])
  await migrate(driver)
  expect(await kept(driver)).toEqual(first)
  await driver.close()
  await drop()
})

describe.runIf(process.env.TEST_DATABASE_URL)('on a PostgreSQL server (needs TEST_DATABASE_URL)', () => {
  let server: ServerDatabase
  let drop: () => Promise<void>
  beforeAll(async () => {
    const opened = await openTestDatabase()
    server = opened.driver as ServerDatabase
    ;({ drop } = opened)
  })
  afterAll(async () => {
    await server.close()
    await drop()
  })

  it('one that was left half-made is made anew', async () => {
    const [before] = await kept(server)
    await server.pool.query(`UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'leads_kept'::regclass`)
    await migrate(server)
    const [after] = await kept(server)
    expect(after).toMatchObject({ whole: true })
    expect(after?.['id']).not.toBe(before?.['id'])
  })

  it('everybody writes on while it is made', async () => {
    const connections = await Promise.all(
      [1, 2, 3]
        .map(() => openServerDatabase(server.url, () => {}))
        .map(async (one) => ({ one, client: await one.pool.connect() })),
    )
    const [writer, maker, other] = connections.map(({ client }) => client)
    if (!writer || !maker || !other) throw new Error('No connections')
    await other.query(`CREATE TABLE written (n int)`)
    await writer.query('BEGIN; INSERT INTO written VALUES (1)')
    // The index waits for the open transaction, and blocks no other write meanwhile.
    const made = createDeferredIndexes(
      (statement) => maker.query(statement),
      { isConcurrent: true },
      { written_n: 'ON written (n)' },
    )
    const waits = async () =>
      (await other.query(`SELECT FROM pg_stat_activity WHERE query LIKE 'CREATE INDEX%' AND wait_event_type = 'Lock'`)).rowCount
    await expect.poll(waits).toBe(1)
    await other.query(`SET lock_timeout = '5s'; INSERT INTO written VALUES (2)`)
    await writer.query('COMMIT')
    await made
    for (const { one, client } of connections) {
      client.release(true)
      await one.close()
    }
  })

  it('two processes that start at the same moment make it once, and neither waits for the other for ever', async () => {
    await server.pool.query('DROP INDEX leads_kept')
    const second = openServerDatabase(server.url, () => {})
    await Promise.all([migrate(server), migrate(second)])
    expect(await kept(server)).toMatchObject([{ whole: true }])
    await second.close()
  })
})
