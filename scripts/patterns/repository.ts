import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '../bootstrap.mjs'
import { sourceFiles } from '../check/sources.ts'
import { type Found, findPatterns, type Pattern, type Site } from './find-patterns.ts'

/** Test files. Their patterns are not checked: they match short texts of our own, and one of them backtracks on purpose. */
const isTest = (file: string) => /\.(?:test|spec)\.tsx?$|\/testing\/|^(?:e2e|faults)\//.test(file)

/** `import PATTERNS from './patterns/danger.json'` */
const PATTERNS_AS_DATA = /\/patterns\/[\w-]+\.json'/

const at = ({ file, line }: Site) => `${file}:${line}`

/** The patterns that modules put together when they load. */
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
  /** Places where a pattern is put together too late to be checked. */
  readonly problems: string[]
}

/** Every pattern that the repository's modules write or put together. */
export const patternsOfRepository = (): Repository => {
  const sources = sourceFiles('.ts', '.tsx', '.mjs', '.js')
    .filter((file) => !isTest(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  const found: Found[] = sources.map(({ file, text }) => findPatterns(file, text))
  const sites = found.flatMap(({ composed }) => composed)
  // Patterns that are data are put together elsewhere, for the modules that read them.
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
