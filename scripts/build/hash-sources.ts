import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

const IGNORED_FOLDERS = new Set(['node_modules', 'dist', 'coverage'])
const isTestFile = (name: string) => /\.test\.tsx?$/.test(name)

const listFilesBelow = (path: string): string[] => {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !IGNORED_FOLDERS.has(entry.name) && !isTestFile(entry.name))
    .flatMap((entry) => listFilesBelow(join(path, entry.name)))
}

/**
 * Returns a hash of the names and contents of all files below `paths`. The hash also includes `values`, other inputs on which the build
 * depends.
 */
export const hashSources = (root: string, paths: readonly string[], values: readonly string[] = []): string => {
  const hash = createHash('sha256')
  for (const value of values) hash.update(`${value}\0`)
  const files = paths.flatMap((path) => listFilesBelow(join(root, path))).sort()
  for (const file of files) {
    hash.update(`${relative(root, file)}\0`)
    hash.update(readFileSync(file))
  }
  return hash.digest('hex')
}
