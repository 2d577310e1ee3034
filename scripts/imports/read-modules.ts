import { sourceFiles } from '../check/sources.ts'
import type { Module } from './check-imports.ts'
import { readImports } from './read-imports.ts'

/** Every TypeScript or JavaScript module of the repository with what it imports; files served as they are do not count. */
export const readModules = (root: string): Module[] =>
  sourceFiles('.ts', '.tsx', '.mjs', '.js')
    .filter((file) => !file.endsWith('.d.ts') && !file.includes('/public/'))
    .map((file) => ({ file, imports: readImports(root, file) }))
