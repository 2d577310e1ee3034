import { expect, it } from 'vitest'
import { root } from '../bootstrap.mjs'
import { collectItemIds } from './collect-item-ids.ts'
import { isImplemented } from './implemented-items.ts'
import { calculateItemCoverage } from './item-coverage.ts'
import { findCoverageProblems } from './item-report-lines.ts'
import { parseItems, readItems } from './read-items.ts'

const items = parseItems(
  '| id | item |\n|---|---|\n| ABC-01 | first [p1] |\n| ABC-02 | second |\n| XYZ-01 | third |\n| G01 | C | gap | x |',
  'items.md',
)
const isAlwaysImplemented = () => true
const buildTestFile = (...ids: string[]) => ({ file: 'a.test.ts', ids: new Set(ids), usual: new Set(ids) })

it('reads ids from titles and the tables that make them, not from comments, names or other strings', () => {
  const source = `
    // ABC-09 is mentioned in a comment
    const TABLE = [['XYZ-02', 1]]
    const told = 'ABC-08'
    it('ABC-01 ABC-02 does both', () => { const other = 'ABC-07' })
    it.each([['XYZ-01', 1]])('%s in a table', () => { expect('ABC-06').toBe(told) })
    it.each(TABLE)('%s by a table with a name', () => {})
    for (const [id] of [['XYZ-03']]) describe.skipIf(no)(\`\${id} in a loop\`, () => {})
    it(\`LIST-24 \${ABC} in a template\`, () => {})`
  expect([...collectItemIds('a.test.ts', source)].sort()).toEqual(['ABC-01', 'ABC-02', 'LIST-24', 'XYZ-01', 'XYZ-02', 'XYZ-03'])
})

it('knows which ids a test of npm test names, and refuses an item that only a wide one does', () => {
  const source = `
    it('ABC-01 is quick', () => {})
    it('ABC-02 walks all of it @wide', () => {})
    describe('each of them @wide', () => { it('XYZ-01 once', () => {}) })`
  const usual = collectItemIds('a.test.ts', source, { usual: true })
  expect([...usual]).toEqual(['ABC-01'])
  const coverage = calculateItemCoverage(
    items,
    [{ file: 'a.test.ts', ids: collectItemIds('a.test.ts', source), usual }],
    isAlwaysImplemented,
  )
  expect(findCoverageProblems(coverage)).toEqual(
    ['ABC-02', 'XYZ-01'].map(
      (id) => `${id} of docs/items.md is tested by @wide or on a server only, and npm test leaves out both`,
    ),
  )
})

it.each([
  "it.runIf(process.env.TEST_DATABASE_URL)('ABC-01 x', () => {})",
  "it.skipIf(!process.env['TEST_REDIS_URL'])('ABC-01 x', () => {})",
  "const url = process.env.TEST_REDIS_URL; describe.skipIf(!url)('all', () => { it('ABC-01 x', () => {}) })",
  "const both = Boolean(process.env.TEST_DATABASE_URL && url); it.runIf(both)('ABC-01 x', () => {})",
  "describe.skipIf(!hasServers)('two processes (needs TEST_DATABASE_URL and TEST_REDIS_URL)', () => { it('ABC-01 x', () => {}) })",
  "it.runIf(process.env.TEST_DATABASE_URL).each([1])('ABC-01 x', () => {})",
])('npm test does not run %s', (source) => {
  expect([...collectItemIds('a.test.ts', source)]).toEqual(['ABC-01'])
  expect([...collectItemIds('a.test.ts', source, { usual: true })]).toEqual([])
})

it.each([
  "it.runIf(!process.env.TEST_DATABASE_URL)('ABC-01 x', () => {})",
  "const IS_EMBEDDED = !process.env.TEST_DATABASE_URL; it.runIf(IS_EMBEDDED)('ABC-01 x', () => {})",
  "it.skipIf(process.env.GIVEN)('ABC-01 x', () => {})",
])('npm test runs %s', (source) => {
  expect([...collectItemIds('a.test.ts', source, { usual: true })]).toEqual(['ABC-01'])
})

it('an item that belongs on a server needs no test of npm test, and is refused among those once it has one', () => {
  const onServer = { 'ABC-01': 'a million rows', 'ABC-02': 'two processes' }
  const tests = [{ file: 'a.test.ts', ids: new Set(['ABC-01', 'ABC-02', 'XYZ-01']), usual: new Set(['ABC-02', 'XYZ-01']) }]
  expect(findCoverageProblems(calculateItemCoverage(items, tests, isAlwaysImplemented, onServer))).toEqual([
    'ABC-02 has a test of npm test: take it out of scripts/items/server-only-items.ts',
  ])
})

it('counts items area by area and lists those without a test', () => {
  const coverage = calculateItemCoverage(items, [buildTestFile('ABC-02', 'UTF-16')], isAlwaysImplemented)
  expect(coverage.areas).toEqual([
    { area: 'ABC', tested: 1, total: 2 },
    { area: 'XYZ', tested: 0, total: 1 },
  ])
  expect(coverage.missing.map(({ id }) => id)).toEqual(['ABC-01', 'XYZ-01'])
  expect(coverage.unknown).toEqual([])
})

it('refuses a title that names an item which does not exist', () => {
  const coverage = calculateItemCoverage(items, [buildTestFile('ABC-77')], isAlwaysImplemented)
  expect(coverage.unknown).toEqual(['a.test.ts names ABC-77, which is no item'])
})

it('asks no test of an item whose part is not built, and one of each whose part is', () => {
  const [sale] = parseItems('| ABC-50 | later |', 'sale/4-day.md')
  const coverage = calculateItemCoverage([...items, ...(sale ? [sale] : [])], [buildTestFile('ABC-01')], isImplemented)
  expect(coverage.ahead.map(({ id }) => id)).toEqual(['ABC-50'])
  expect(findCoverageProblems(coverage)).toEqual([
    'ABC-02 of docs/items.md has no test: second',
    'XYZ-01 of docs/items.md has no test: third',
  ])
})

it('finds all items of the specification, each id once', () => {
  const found = readItems(root)
  const pages = Map.groupBy(found, ({ page }) => page)
  expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
  expect(Object.fromEntries([...pages].map(([page, { length }]) => [page, length]))).toEqual({
    'items.md': 526,
    'sale/1-whatsapp.md': 85,
    'sale/2-agents.md': 78,
    'sale/3-team.md': 85,
    'sale/4-day.md': 82,
  })
})
