import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bootstrap.mjs'
import { sourceFiles } from '../check/sources.ts'
import { WIDE } from '../test/wide.ts'
import { isBuilt } from './built.ts'
import { collectIds } from './collect-ids.ts'
import { type Coverage, itemCoverage } from './item-coverage.ts'
import { ON_A_SERVER } from './on-a-server.ts'
import { readItems } from './read-items.ts'

/** Reads the items and the test files of the working tree. */
export const readCoverage = (): Coverage => {
  const tests = sourceFiles('.test.ts', '.test.tsx', '.spec.ts')
    // Skips tests of the report itself, which contain invented ids.
    .filter((file) => !file.startsWith('scripts/items/'))
    .map((file) => {
      const source = readFileSync(join(root, file), 'utf8')
      return { file, ids: collectIds(file, source), usual: collectIds(file, source, { usual: true }) }
    })
  return itemCoverage(readItems(root), tests, isBuilt, ON_A_SERVER)
}

const total = (coverage: Coverage, key: 'tested' | 'total') => coverage.areas.reduce((sum, area) => sum + area[key], 0)

/** Returns a summary like `412 of 480 items of the built parts have a test; 120 are of parts to come`. */
export const coverageLine = (coverage: Coverage): string =>
  `${total(coverage, 'tested')} of ${total(coverage, 'total')} items of the built parts have a test; ${coverage.ahead.length} are of parts to come`

/** Returns the problems: implemented items without a test, or without one in `npm test`, and ids that match no item. */
export const coverageProblems = ({ missing, unusual, usualAfterAll, unknown }: Coverage): string[] => [
  ...missing.map(({ id, text, page }) => `${id} of docs/${page} has no test: ${text}`),
  ...unusual.map(
    ({ id, page }) => `${id} of docs/${page} is tested by ${WIDE} or on a server only, and npm test leaves out both`,
  ),
  ...usualAfterAll.map(({ id }) => `${id} has a test of npm test: take it out of scripts/items/on-a-server.ts`),
  ...unknown,
]

/** Returns the coverage of every area, like `LIST 30/32`. */
export const areaLine = (coverage: Coverage): string =>
  coverage.areas.map(({ area, tested, total: all }) => `${area} ${tested}/${all}`).join('  ')
