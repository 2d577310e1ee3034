import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const MIGRATIONS = join(import.meta.dirname, 'migrations')

const CREATES_INDEX = /CREATE (?:UNIQUE )?INDEX [^;]*? ON (?:ONLY )?"?(\w+)"?/g
const CREATES_TABLE = /CREATE TABLE (?:IF NOT EXISTS )?"?(\w+)"?/g
const namesIn = (sql: string, pattern: RegExp) => [...sql.matchAll(pattern)].map(([, table]) => table ?? '')

/** Returns the existing tables that a migration locks against writes while it creates an index. */
const getLockedTables = (sql: string): string[] => {
  const made = new Set(namesIn(sql, CREATES_TABLE))
  return namesIn(sql, CREATES_INDEX).filter((table) => !made.has(table))
}

it('finds an index on an existing table, and none on a table of the same migration', () => {
  const sql = 'CREATE TABLE "a" (id uuid);\nCREATE INDEX a_id ON "a" (id);\nCREATE UNIQUE INDEX "b_id" ON b USING btree ("id");'
  expect(getLockedTables(sql)).toEqual(['b'])
})

it('no migration creates an index on an existing table: deferred-indexes.ts does, without locking it', () => {
  const files = readdirSync(MIGRATIONS).filter((file) => file.endsWith('.sql'))
  expect(files).toContain('0000_baseline.sql')
  const locked = files.flatMap((file) =>
    getLockedTables(readFileSync(join(MIGRATIONS, file), 'utf8')).map((table) => `${file}: ${table}`),
  )
  expect(locked).toEqual([])
})
