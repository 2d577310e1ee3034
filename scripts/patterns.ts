import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './bootstrap.mjs'
import { checkRegexPatterns, getVerdictKey } from './patterns/check-regex-patterns.ts'
import { findRepositoryPatterns } from './patterns/repository-patterns.ts'

/**
 * `npm run patterns`: checks with the tool recheck that no regular expression of the repository backtracks without bounds. Hashes of safe
 * expressions are cached in patterns/safe.txt. `--write` updates this cache; `--afresh` ignores it.
 */
const SAFE_PATTERNS_FILE = join(root, 'scripts/patterns/safe.txt')

const options = process.argv.slice(2)
const cachedKeys = new Set(
  existsSync(SAFE_PATTERNS_FILE) && !options.includes('--afresh')
    ? readFileSync(SAFE_PATTERNS_FILE, 'utf8').split('\n').filter(Boolean)
    : [],
)
const { patterns, problems: compositionProblems } = findRepositoryPatterns()
const distinctPatterns = [...new Map(patterns.map((pattern) => [getVerdictKey(pattern), pattern])).entries()]
const uncheckedPatterns = distinctPatterns.filter(([key]) => !cachedKeys.has(key)).map(([, pattern]) => pattern)
const { safe, problems: unsafeProblems } = await checkRegexPatterns(uncheckedPatterns)

const problems = [...compositionProblems, ...unsafeProblems]
const safeKeys = new Set([
  ...distinctPatterns.map(([key]) => key).filter((key) => cachedKeys.has(key)),
  ...safe.map(getVerdictKey),
])
if (options.includes('--write'))
  writeFileSync(
    SAFE_PATTERNS_FILE,
    [...safeKeys]
      .sort()
      .map((key) => `${key}\n`)
      .join(''),
  )
const hint =
  uncheckedPatterns.length > 0 && !options.some((option) => option.startsWith('--'))
    ? `, ${uncheckedPatterns.length} of them asked anew: npm run patterns -- --write`
    : ''
console.log(problems.length === 0 ? `${distinctPatterns.length} patterns${hint}` : problems.join('\n'))
// Exits explicitly, because a child process of recheck keeps running.
process.exit(problems.length === 0 ? 0 : 1)
