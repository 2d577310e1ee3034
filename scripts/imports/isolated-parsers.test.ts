import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../bootstrap.mjs'
import { findParserViolations } from './isolated-parsers.ts'
import { parseImports } from './read-imports.ts'
import { readModules } from './read-modules.ts'

const SERVER = 'apps/server/src/'
const buildModules = (sources: Readonly<Record<string, string>>) =>
  Object.entries(sources).map(([file, source]) => ({ file, imports: parseImports(file, source) }))
const findViolations = (sources: Readonly<Record<string, string>>) =>
  findParserViolations(buildModules({ [`${SERVER}main.ts`]: "import './serve.ts'", ...sources }))

it.each<[string, Record<string, string>, string]>([
  ['an import', { [`${SERVER}serve.ts`]: "import sharp from 'sharp'" }, 'serve.ts:1'],
  ['a lazy import', { [`${SERVER}serve.ts`]: "const load = () => import('mediabunny')" }, 'serve.ts:1'],
  ['a re-export', { [`${SERVER}serve.ts`]: "export { fromBuffer } from 'yauzl'" }, 'serve.ts:1'],
  ['a part of a package', { [`${SERVER}serve.ts`]: "import read from 'read-excel-file/node'" }, 'serve.ts:1'],
  ['an import of a value beside a type', { [`${SERVER}serve.ts`]: "import { type A, fromFile } from 'file-type'" }, 'serve.ts:1'],
  [
    'a module behind others, of whatever workspace',
    {
      [`${SERVER}serve.ts`]: "import '@prosa/voice/repackage-as-webm'",
      'packages/voice/src/repackage-as-webm.ts': "\nimport 'mediabunny'",
    },
    'packages/voice/src/repackage-as-webm.ts:2',
  ],
  [
    'a module behind a lazy one',
    {
      [`${SERVER}serve.ts`]: "await import('./a.ts')",
      [`${SERVER}a.ts`]: "export * from './b.ts'",
      [`${SERVER}b.ts`]: "import 'unpdf'",
    },
    'b.ts:1',
  ],
])('refuses %s by which the server’s main process loads a parser', (_what, sources, place) => {
  const found = findViolations(sources)
  expect(found).toHaveLength(1)
  expect(found[0]).toContain(place)
})

it.each<[string, Record<string, string>]>([
  ['by its URL', { [`${SERVER}serve.ts`]: "new URL('./tasks.ts', import.meta.url)", [`${SERVER}tasks.ts`]: "import 'sharp'" }],
  ['for its types', { [`${SERVER}serve.ts`]: "import type * as t from './tasks.ts'", [`${SERVER}tasks.ts`]: "import 'sharp'" }],
  [
    'for types among others',
    { [`${SERVER}serve.ts`]: "import { type T } from './tasks.ts'", [`${SERVER}tasks.ts`]: "import 'sharp'" },
  ],
  [
    'for types that it exports',
    { [`${SERVER}serve.ts`]: "export type { T } from './tasks.ts'", [`${SERVER}tasks.ts`]: "import 'sharp'" },
  ],
  ['in the panel only', { 'apps/panel/src/app/main.tsx': "import 'mediabunny'" }],
])('lets the server name a module of a parser %s', (_how, sources) => {
  expect(findViolations(sources)).toEqual([])
})

it('finds every parser among the server’s dependencies, each behind an isolated process @wide', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'apps/server/package.json'), 'utf8')) as { dependencies: object }
  const parsers = ['mediabunny', 'file-type', 'sharp', 'unpdf', 'mammoth', 'yauzl', 'fflate', 'read-excel-file', 'html-to-text']
  expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(parsers))
  const modules = readModules(root)
  expect(findParserViolations(modules)).toEqual([])
  // Control: the same search finds the parsers when it starts at a module that an isolated process loads.
  const tasks = ['features/files/isolated/file-tasks.ts', 'features/knowledge/parsing/documents/knowledge-tasks.ts']
  const found = tasks.flatMap((file) => findParserViolations(modules, `${SERVER}${file}`))
  for (const parser of parsers) expect(found.join('\n')).toContain(`'${parser}`)
})
