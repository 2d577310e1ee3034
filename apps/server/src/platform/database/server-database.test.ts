import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../testing/harness/database/test-database.ts'
import { getSqlState, type QueryExecutor } from './database.ts'
import { openServerDatabase, type ServerDatabase } from './server-database.ts'

describe.runIf(process.env.TEST_DATABASE_URL)('a PostgreSQL server (needs TEST_DATABASE_URL)', () => {
  const told: Error[] = []
  let server: ServerDatabase
  let drop: () => Promise<void>

  beforeAll(async () => {
    const opened = await openTestDatabase()
    const { url, close } = opened.driver as ServerDatabase
    await close()
    server = openServerDatabase(url, (error) => told.push(error))
    drop = opened.drop
  })
  afterAll(async () => {
    await server.close()
    await drop()
  })

  it('outlives a connection that ends between two queries of a transaction', async () => {
    const cutOff = server.transaction('SELECT', async (db) => {
      const { rows } = await db.execute(sql`SELECT pg_backend_pid() AS pid`)
      await server.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
      while (told.length === 0) await wait(5)
      await db.execute(sql`SELECT 1`)
    })
    await expect(cutOff).rejects.toThrow()
    await expect(server.ping()).resolves.toBeUndefined()
  })

  it('refuses a statement that was sent for a transaction which could not be opened', async () => {
    const insert = (db: QueryExecutor) => db.execute(sql`INSERT INTO tenants DEFAULT VALUES`)
    let answer: Promise<unknown> | undefined
    const refused = server.transaction('NONSENSE', (db) => {
      answer = insert(db).catch((error: unknown) => getSqlState(error))
      return answer
    })
    await expect(refused).rejects.toMatchObject({ code: '42601' })
    expect(await answer).toBe('42501')
  })

  it('ends a transaction of one statement with it: nothing stays set on its connection, and what failed takes nothing along', async () => {
    const opening = "SELECT set_config('prosa.tenant_id', '018f0000-0000-7000-8000-000000000000', true)"
    const tenantNow = (db: QueryExecutor) =>
      db.execute(sql`SELECT current_setting('prosa.tenant_id', true) AS id, pg_backend_pid() AS pid`)
    const { rows: inside } = await server.transaction(opening, tenantNow, true)
    expect(inside[0]).toMatchObject({ id: '018f0000-0000-7000-8000-000000000000' })
    const { rows: after } = await server.transaction('SELECT', tenantNow, true)
    expect(after[0]).toMatchObject({ id: '', pid: inside[0]?.['pid'] })
    await expect(server.transaction(opening, (db) => db.execute(sql`SELECT 1 / 0`), true)).rejects.toThrow()
    const { rows: afterFailure } = await server.transaction('SELECT', tenantNow)
    expect(afterFailure[0]).toMatchObject({ id: '', pid: inside[0]?.['pid'] })
  })

  it('gives nobody a connection that another transaction, which could not be opened, may still send on', async () => {
    let goOn = () => {}
    const refusal = new Promise<void>((resolve) => {
      goOn = resolve
    })
    let late: Promise<string> | undefined
    const begun = server.transaction('NONSENSE', async (db) => {
      await refusal
      late = db.execute(sql`SELECT 1`).then(
        () => 'answered',
        () => 'refused',
      )
      return late
    })
    await expect(begun).rejects.toMatchObject({ code: '42601' })
    goOn()
    await expect.poll(() => late).toBeDefined()
    expect(await late).toBe('refused')
  })
})
