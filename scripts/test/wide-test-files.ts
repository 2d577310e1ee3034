import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bootstrap.mjs'
import { listSourceFiles } from '../check/source-files.ts'
import { WIDE } from './wide.ts'

/** Returns the files that contain long-running tests. Only these are passed to Vitest, so that it does not load all other files. */
export const listWideTestFiles = (): string[] =>
  listSourceFiles('.test.ts', '.test.tsx').filter((file) => readFileSync(join(root, file), 'utf8').includes(WIDE))
