import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestDatabase } from '../../../testing/harness/database/test-database.ts'
import { ConfigError } from '../../config/config-error.ts'
import { migrate } from '../migrate.ts'

/** The times of the first and the last migration before the baseline. */
const FIRST = 1_795_198_735_476
const LAST = 1_795_863_473_261

let opened: Awaited<ReturnType<typeof openTestDatabase>>
beforeEach(async () => {
  opened = await openTestDatabase()
})
afterEach(async () => {
  await opened.driver.close()
  await opened.drop()
})

/** Runs a statement as the owner. */
const run = (statement: string) =>
  opened.driver.transaction('SET LOCAL ROLE NONE', async (db) => (await db.execute(sql.raw(statement))).rows)
const fetchMigrations = () => run('SELECT hash, created_at FROM drizzle.__drizzle_migrations ORDER BY id')

it('a database at the baseline starts again, and nothing changes', async () => {
  const migrations = await fetchMigrations()
  expect(migrations).not.toEqual([])
  await migrate(opened.driver)
  expect(await fetchMigrations()).toEqual(migrations)
})

it.each([
  ['the first migration before the baseline', [FIRST]],
  ['all migrations before the baseline', [FIRST, LAST]],
])('a database with %s is refused in words, and nothing changes', async (_, times) => {
  await run('DELETE FROM drizzle.__drizzle_migrations')
  await run(
    `INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ${times.map((at) => `('earlier', ${String(at)})`).join(', ')}`,
  )
  const earlier = await fetchMigrations()
  const refusal: unknown = await migrate(opened.driver).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(ConfigError)
  expect((refusal as Error).message).toMatch(/^O banco de dados foi criado por uma versão anterior.* commit [0-9a-f]{8}:/)
  expect(await fetchMigrations()).toEqual(earlier)
})
