import { expect, it } from 'vitest'
import { root } from '../bootstrap.mjs'
import { isBuilt } from './built.ts'
import { collectIds } from './collect-ids.ts'
import { itemCoverage } from './item-coverage.ts'
import { parseItems, readItems } from './read-items.ts'
import { coverageProblems } from './report.ts'

const items = parseItems(
  '| id | item |\n|---|---|\n| ABC-01 | first [p1] |\n| ABC-02 | second |\n| XYZ-01 | third |\n| G01 | C | gap | x |',
  'items.md',
)
const all = () => true
const naming = (...ids: string[]) => ({ file: 'a.test.ts', ids: new Set(ids), usual: new Set(ids) })

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
  expect([...collectIds('a.test.ts', source)].sort()).toEqual(['ABC-01', 'ABC-02', 'LIST-24', 'XYZ-01', 'XYZ-02', 'XYZ-03'])
})

it('knows which ids a test of npm test names, and refuses an item that only a wide one does', () => {
  const source = `
    it('ABC-01 is quick', () => {})
    it('ABC-02 walks all of it @wide', () => {})
    describe('each of them @wide', () => { it('XYZ-01 once', () => {}) })`
  const usual = collectIds('a.test.ts', source, { usual: true })
  expect([...usual]).toEqual(['ABC-01'])
  const coverage = itemCoverage(items, [{ file: 'a.test.ts', ids: collectIds('a.test.ts', source), usual }], all)
  expect(coverageProblems(coverage)).toEqual(
    ['ABC-02', 'XYZ-01'].map((id) => `${id} of docs/items.md is tested by @wide only, which npm test leaves out`),
  )
})

it('counts items area by area and lists those without a test', () => {
  const coverage = itemCoverage(items, [naming('ABC-02', 'UTF-16')], all)
  expect(coverage.areas).toEqual([
    { area: 'ABC', tested: 1, total: 2 },
    { area: 'XYZ', tested: 0, total: 1 },
  ])
  expect(coverage.missing.map(({ id }) => id)).toEqual(['ABC-01', 'XYZ-01'])
  expect(coverage.unknown).toEqual([])
})

it('refuses a title that names an item which does not exist', () => {
  const coverage = itemCoverage(items, [naming('ABC-77')], all)
  expect(coverage.unknown).toEqual(['a.test.ts names ABC-77, which is no item'])
})

it('asks no test of an item whose part is not built, and one of each whose part is', () => {
  const [sale] = parseItems('| ABC-50 | later |', 'sale/4-day.md')
  const coverage = itemCoverage([...items, ...(sale ? [sale] : [])], [naming('ABC-01')], isBuilt)
  expect(coverage.ahead.map(({ id }) => id)).toEqual(['ABC-50'])
  expect(coverageProblems(coverage)).toEqual([
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
    'sale/2-agents.md': 82,
    'sale/3-team.md': 85,
    'sale/4-day.md': 82,
  })
})
