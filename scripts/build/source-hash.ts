import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

const IGNORED = new Set(['node_modules', 'dist', 'coverage'])
const isTest = (name: string) => /\.test\.tsx?$/.test(name)

const filesBelow = (path: string): string[] => {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !IGNORED.has(entry.name) && !isTest(entry.name))
    .flatMap((entry) => filesBelow(join(path, entry.name)))
}

/** Returns a hash of the names and contents of all files below `paths`, and of `values` that the build also depends on. */
export const sourceHash = (root: string, paths: readonly string[], values: readonly string[] = []): string => {
  const hash = createHash('sha256')
  for (const value of values) hash.update(`${value}\0`)
  const files = paths.flatMap((path) => filesBelow(join(root, path))).sort()
  for (const file of files) {
    hash.update(`${relative(root, file)}\0`)
    hash.update(readFileSync(file))
  }
  return hash.digest('hex')
}
