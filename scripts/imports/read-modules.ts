import { listSourceFiles } from '../check/source-files.ts'
import type { SourceModule } from './check-imports.ts'
import { readImports } from './read-imports.ts'

/**
 * Returns all TypeScript and JavaScript modules of the repository with their imports. Excludes files in `public/`, which are served
 * unchanged.
 */
export const readModules = (root: string): SourceModule[] =>
  listSourceFiles('.ts', '.tsx', '.mjs', '.js')
    .filter((file) => !file.endsWith('.d.ts') && !file.includes('/public/'))
    .map((file) => ({ file, imports: readImports(root, file) }))
