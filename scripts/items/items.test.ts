import { expect, it } from 'vitest'
import { root } from '../bootstrap.mjs'
import { collectIds } from './collect-ids.ts'
import { itemCoverage } from './item-coverage.ts'
import { parseItems, readItems } from './read-items.ts'

const items = parseItems(
  '| id | item |\n|---|---|\n| ABC-01 | first [p1] |\n| ABC-02 | second |\n| XYZ-01 | third |\n| G01 | C | gap | x |',
)

it('reads ids from the strings of a test, not from its comments or names', () => {
  const source = `
    // ABC-09 is mentioned in a comment
    it('ABC-01 ABC-02 does both', () => { const ABC = 1 })
    it.each([['XYZ-01', 1]])('%s in a table', () => {})
    it(\`LIST-24 \${ABC} in a template\`, () => {})`
  expect([...collectIds('a.test.ts', source)].sort()).toEqual(['ABC-01', 'ABC-02', 'LIST-24', 'XYZ-01'])
})

it('counts items area by area and lists those without a test', () => {
  const coverage = itemCoverage(items, [{ file: 'a.test.ts', ids: new Set(['ABC-02', 'UTF-16']) }])
  expect(coverage.areas).toEqual([
    { area: 'ABC', tested: 1, total: 2 },
    { area: 'XYZ', tested: 0, total: 1 },
  ])
  expect(coverage.missing.map(({ id }) => id)).toEqual(['ABC-01', 'XYZ-01'])
  expect(coverage.unknown).toEqual([])
})

it('refuses a title that names an item which does not exist', () => {
  const coverage = itemCoverage(items, [{ file: 'a.test.ts', ids: new Set(['ABC-77']) }])
  expect(coverage.unknown).toEqual(['a.test.ts names ABC-77, which is no item'])
})

it('finds all items of the specification', () => {
  expect(readItems(root)).toHaveLength(526)
})
