import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bootstrap.mjs'
import { listSourceFiles } from '../check/source-files.ts'
import { WIDE } from '../test/wide.ts'
import { collectItemIds } from './collect-item-ids.ts'
import { isImplemented } from './implemented-items.ts'
import { calculateItemCoverage, type ItemCoverage } from './item-coverage.ts'
import { readItems } from './read-items.ts'
import { SERVER_ONLY_ITEMS } from './server-only-items.ts'

/** Calculates the item coverage from the items and test files of the working tree. */
export const readItemCoverage = (): ItemCoverage => {
  const tests = listSourceFiles('.test.ts', '.test.tsx', '.spec.ts')
    // Skips tests of the item scripts themselves, which contain invented ids.
    .filter((file) => !file.startsWith('scripts/items/'))
    .map((file) => {
      const source = readFileSync(join(root, file), 'utf8')
      return { file, ids: collectItemIds(file, source), usual: collectItemIds(file, source, { usual: true }) }
    })
  return calculateItemCoverage(readItems(root), tests, isImplemented, SERVER_ONLY_ITEMS)
}

const sumCoverage = (coverage: ItemCoverage, key: 'tested' | 'total') => coverage.areas.reduce((sum, area) => sum + area[key], 0)

/** Returns a summary: '412 of 480 items of the built parts have a test; 120 are of parts to come'. */
export const formatCoverage = (coverage: ItemCoverage): string =>
  `${sumCoverage(coverage, 'tested')} of ${sumCoverage(coverage, 'total')} items of the built parts have a test; ${coverage.ahead.length} are of parts to come`

/** Returns the problems: implemented items that no test (or no test of `npm test`) covers, and ids that match no item. */
export const findCoverageProblems = ({ missing, unusual, usualAfterAll, unknown }: ItemCoverage): string[] => [
  ...missing.map(({ id, text, page }) => `${id} of docs/${page} has no test: ${text}`),
  ...unusual.map(
    ({ id, page }) => `${id} of docs/${page} is tested by ${WIDE} or on a server only, and npm test leaves out both`,
  ),
  ...usualAfterAll.map(({ id }) => `${id} has a test of npm test: take it out of scripts/items/server-only-items.ts`),
  ...unknown,
]

/** Returns the coverage of every area: 'LIST 30/32'. */
export const formatAreaCoverage = (coverage: ItemCoverage): string =>
  coverage.areas.map(({ area, tested, total: all }) => `${area} ${tested}/${all}`).join('  ')
