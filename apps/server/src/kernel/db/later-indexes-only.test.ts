import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const MIGRATIONS = join(import.meta.dirname, 'migrations')
/** The last migration before all new indexes had to go into `later-indexes.ts`; its indexes exist everywhere. */
const LAST_OF_BEFORE = '0057'

const CREATES_INDEX = /CREATE (?:UNIQUE )?INDEX [^;]*? ON (?:ONLY )?"?(\w+)"?/g
const CREATES_TABLE = /CREATE TABLE (?:IF NOT EXISTS )?"?(\w+)"?/g
const namesIn = (sql: string, pattern: RegExp) => [...sql.matchAll(pattern)].map(([, table]) => table ?? '')

/** Returns the existing tables that a migration locks against writes while it creates an index. */
const heldBy = (sql: string): string[] => {
  const made = new Set(namesIn(sql, CREATES_TABLE))
  return namesIn(sql, CREATES_INDEX).filter((table) => !made.has(table))
}

it('sees an index on a table that was there before, and none on one that it makes', () => {
  const sql = 'CREATE TABLE "a" (id uuid);\nCREATE INDEX a_id ON "a" (id);\nCREATE UNIQUE INDEX "b_id" ON b USING btree ("id");'
  expect(heldBy(sql)).toEqual(['b'])
})

it('no new migration makes an index on a table that was there before: that is for later-indexes.ts, beside whoever serves', () => {
  const files = readdirSync(MIGRATIONS).filter((file) => file.endsWith('.sql') && file.slice(0, 4) > LAST_OF_BEFORE)
  const held = files.flatMap((file) => heldBy(readFileSync(join(MIGRATIONS, file), 'utf8')).map((table) => `${file}: ${table}`))
  expect(held).toEqual([])
})
