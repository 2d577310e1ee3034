import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { expect, it } from 'vitest'

const { dirname } = import.meta
const SCHEMA = join(dirname, 'schema')
const META = join(dirname, 'migrations/meta')

it('the newest snapshot knows all of the schema, or the next generated migration would add again what one has added', async () => {
  const files = readdirSync(SCHEMA, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  const parts: Record<string, unknown>[] = await Promise.all(files.map((file) => import(join(SCHEMA, file))))
  const newest = readdirSync(META)
    .filter((file) => file.endsWith('_snapshot.json'))
    .toSorted()
    .at(-1)
  const known = JSON.parse(readFileSync(join(META, newest ?? ''), 'utf8')) as ReturnType<typeof generateDrizzleJson>
  expect(await generateMigration(known, generateDrizzleJson(Object.assign({}, ...parts)))).toEqual([])
})
