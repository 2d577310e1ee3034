import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bootstrap.mjs'
import { listSourceFiles } from '../check/source-files.ts'
import { WIDE } from './wide.ts'

/** Returns the test files that the part `wide` passes to Vitest, so that the other files are not loaded. */
export const listWideTestFiles = (): string[] =>
  listSourceFiles('.test.ts', '.test.tsx').filter((file) => readFileSync(join(root, file), 'utf8').includes(WIDE))
