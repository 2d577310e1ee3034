import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '../bootstrap.mjs'
import { sourceFiles } from '../check/sources.ts'
import { type Found, findPatterns, type Pattern, type Site } from './find-patterns.ts'

/**
 * Whether a file is a test. Regular expressions in tests are not checked: they only match short texts of our own, and one of them
 * backtracks on purpose.
 */
const isTest = (file: string) => /\.(?:test|spec)\.tsx?$|\/testing\/|^(?:e2e|faults)\//.test(file)

/** Matches the import of a pattern file: `import PATTERNS from './patterns/danger.json'`. */
const PATTERNS_AS_DATA = /\/patterns\/[\w-]+\.json'/

const at = ({ file, line }: Site) => `${file}:${line}`

/**
 * Returns the regular expressions that modules compose when they are loaded. Loads the modules in a child process.
 * @throws Error if that process fails
 */
const composedIn = (files: readonly string[]): Pattern[] => {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [fileURLToPath(new URL('./composed.ts', import.meta.url)), ...files.map((file) => join(root, file))],
    { encoding: 'utf8', maxBuffer: 1 << 26 },
  )
  if (status !== 0) throw new Error(`composed.ts: ${stderr}`)
  return (JSON.parse(stdout) as Pattern[]).map((pattern) => ({
    ...pattern,
    file: relative(root, pattern.file).replaceAll('\\', '/'),
  }))
}

export interface Repository {
  readonly patterns: Pattern[]
  /** Error messages for regular expressions that are composed after their module has loaded, so that they cannot be checked. */
  readonly problems: string[]
}

/** Returns all regular expressions that the repository's modules contain or compose, tests excluded. */
export const patternsOfRepository = (): Repository => {
  const sources = sourceFiles('.ts', '.tsx', '.mjs', '.js')
    .filter((file) => !isTest(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  const found: Found[] = sources.map(({ file, text }) => findPatterns(file, text))
  const sites = found.flatMap(({ composed }) => composed)
  // Patterns in JSON files are composed in another module, on behalf of the modules that import them.
  const readers = sources.filter(({ text }) => PATTERNS_AS_DATA.test(text)).map(({ file }) => file)
  const composed = composedIn([...new Set([...sites.map(({ file }) => file), ...readers])])
  const known = new Set(composed.map(at))
  return {
    patterns: [...found.flatMap(({ patterns }) => patterns), ...composed],
    problems: sites
      .filter((site) => !known.has(at(site)))
      .map(
        (site) =>
          `${at(site)} puts a pattern together when it is called: do so when the module loads, or RegExp.escape its parts`,
      ),
  }
}
