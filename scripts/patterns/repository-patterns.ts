import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '../bootstrap.mjs'
import { listSourceFiles } from '../check/source-files.ts'
import { type FoundPatterns, findPatterns, type RegexPattern, type SourceLocation } from './find-patterns.ts'

/**
 * Whether a file is a test. Regular expressions in tests are not checked: they match only short texts from this repository, and one
 * backtracks on purpose.
 */
const isTestFile = (file: string) => /\.(?:test|spec)\.tsx?$|\/testing\/|^(?:e2e|faults)\//.test(file)

/** Matches the import of a JSON file with patterns: `import PATTERNS from './patterns/danger.json'`. */
const PATTERN_FILE_IMPORT = /\/patterns\/[\w-]+\.json'/

const formatLocation = ({ file, line }: SourceLocation) => `${file}:${line}`

/**
 * Returns the regular expressions that modules compose while loading. Loads the modules in a child process.
 * @throws Error if the child process fails
 */
const loadComposedPatterns = (files: readonly string[]): RegexPattern[] => {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [fileURLToPath(new URL('./composed.ts', import.meta.url)), ...files.map((file) => join(root, file))],
    { encoding: 'utf8', maxBuffer: 1 << 26 },
  )
  if (status !== 0) throw new Error(`composed.ts: ${stderr}`)
  return (JSON.parse(stdout) as RegexPattern[]).map((pattern) => ({
    ...pattern,
    file: relative(root, pattern.file).replaceAll('\\', '/'),
  }))
}

export interface RepositoryPatterns {
  readonly patterns: RegexPattern[]
  /** Error messages for regular expressions that are composed only after their module was loaded, and that therefore cannot be checked. */
  readonly problems: string[]
}

/** Returns all regular expressions that the repository's modules contain or compose, except those of tests. */
export const findRepositoryPatterns = (): RepositoryPatterns => {
  const sources = listSourceFiles('.ts', '.tsx', '.mjs', '.js')
    .filter((file) => !isTestFile(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  const found: FoundPatterns[] = sources.map(({ file, text }) => findPatterns(file, text))
  const sites = found.flatMap(({ composed }) => composed)
  // Adds the modules that import JSON files with patterns. Another module composes these patterns for them.
  const readers = sources.filter(({ text }) => PATTERN_FILE_IMPORT.test(text)).map(({ file }) => file)
  const composed = loadComposedPatterns([...new Set([...sites.map(({ file }) => file), ...readers])])
  const known = new Set(composed.map(formatLocation))
  return {
    patterns: [...found.flatMap(({ patterns }) => patterns), ...composed],
    problems: sites
      .filter((site) => !known.has(formatLocation(site)))
      .map(
        (site) =>
          `${formatLocation(site)} puts a pattern together when it is called: do so when the module loads, or RegExp.escape its parts`,
      ),
  }
}
