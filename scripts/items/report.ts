import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bootstrap.mjs'
import { sourceFiles } from '../check/sources.ts'
import { isBuilt } from './built.ts'
import { collectIds } from './collect-ids.ts'
import { type Coverage, itemCoverage } from './item-coverage.ts'
import { readItems } from './read-items.ts'

/** Reads the items and the test files of the working tree. */
export const readCoverage = (): Coverage => {
  const tests = sourceFiles('.test.ts', '.test.tsx', '.spec.ts').map((file) => ({
    file,
    // Tests of the report itself talk about made-up ids.
    ids: file.startsWith('scripts/items/') ? new Set<string>() : collectIds(file, readFileSync(join(root, file), 'utf8')),
  }))
  return itemCoverage(readItems(root), tests, isBuilt)
}

const total = (coverage: Coverage, key: 'tested' | 'total') => coverage.areas.reduce((sum, area) => sum + area[key], 0)

/** `412 of 480 items of the built parts have a test; 120 are of parts to come`. */
export const coverageLine = (coverage: Coverage): string =>
  `${total(coverage, 'tested')} of ${total(coverage, 'total')} items of the built parts have a test; ${coverage.ahead.length} are of parts to come`

/** What is wrong: built items that no test names, and names of no item. */
export const coverageProblems = ({ missing, unknown }: Coverage): string[] => [
  ...missing.map(({ id, text, page }) => `${id} of docs/${page} has no test: ${text}`),
  ...unknown,
]

/** `LIST 30/32` for every area. */
export const areaLine = (coverage: Coverage): string =>
  coverage.areas.map(({ area, tested, total: all }) => `${area} ${tested}/${all}`).join('  ')
