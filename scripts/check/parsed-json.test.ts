import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../bootstrap.mjs'
import { findUncheckedCasts } from './parsed-json.ts'
import { listSourceFiles } from './source-files.ts'

const files = listSourceFiles('.ts').filter(
  (file) => file.startsWith('apps/server/src/') && !/\.test\.ts$|\/testing\/|\.d\.ts$/.test(file),
)

it('the server says of no JSON that comes in what it is without a schema', () => {
  expect(files.length).toBeGreaterThan(300)
  const found = files.flatMap((file) =>
    findUncheckedCasts(file, readFileSync(join(root, file), 'utf8')).map((line) => `${file}:${line}`),
  )
  expect(found).toEqual([])
})

it.each([
  ['what JSON.parse gives', 'const a = JSON.parse(text) as Thing'],
  ['the same in brackets, or awaited', 'const a = (await response.json()) as Thing'],
  ['what is storable of it', 'const a = parseStorable(text) as Thing'],
  ['a column that is kept as JSON', 'const a = { ...(row.attachment as Attachment | null) }'],
  ['a part of a request', 'const a = Object.entries(request.params as Record<string, string>)'],
])('finds a cast of %s', (_what, source) => {
  expect(findUncheckedCasts('a.ts', source)).toEqual([1])
})

it('lets a schema say what it has parsed, and a literal be one', () => {
  const source = "const a = schema.parse(JSON.parse(text)) as Pair<K>\nconst b = ['x'] as const\nconst c = row.kind as Kind"
  expect(findUncheckedCasts('a.ts', source)).toEqual([])
})
