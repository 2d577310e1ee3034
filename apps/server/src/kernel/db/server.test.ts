import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { openServer } from './server.ts'

const address = process.env.TEST_DATABASE_URL

it.runIf(address)('outlives a connection that ends between two queries of a transaction', async () => {
  const told: Error[] = []
  const server = openServer(address ?? '', (error) => told.push(error))
  const cutOff = server.transaction(async (db) => {
    const { rows } = await db.execute(sql`SELECT pg_backend_pid() AS pid`)
    await server.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
    while (told.length === 0) await wait(5)
    await db.execute(sql`SELECT 1`)
  })
  await expect(cutOff).rejects.toThrow()
  await expect(server.ping()).resolves.toBeUndefined()
  await server.close()
})
