import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bootstrap.mjs'
import { sourceFiles } from '../check/sources.ts'
import { WIDE } from './wide.ts'

/** The files that the part `wide` gives to Vitest, which would load all others to find nothing in them. */
export const wideFiles = (): string[] =>
  sourceFiles('.test.ts', '.test.tsx').filter((file) => readFileSync(join(root, file), 'utf8').includes(WIDE))
