import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './bootstrap.mjs'
import { judge, keyOf } from './patterns/judge.ts'
import { patternsOfRepository } from './patterns/repository.ts'

/**
 * `npm run patterns`: checks with recheck whether a regular expression of the repository backtracks without bounds. Safe expressions are
 * cached by hash in patterns/safe.txt, so only new ones are checked. `--write` stores new verdicts and removes unused ones; `--afresh`
 * ignores the cache.
 */
const KEPT = join(root, 'scripts/patterns/safe.txt')

const options = process.argv.slice(2)
const kept = new Set(
  existsSync(KEPT) && !options.includes('--afresh') ? readFileSync(KEPT, 'utf8').split('\n').filter(Boolean) : [],
)
const { patterns, problems: places } = patternsOfRepository()
const distinct = [...new Map(patterns.map((pattern) => [keyOf(pattern), pattern])).entries()]
const asked = distinct.filter(([key]) => !kept.has(key)).map(([, pattern]) => pattern)
const { safe, problems: unsafe } = await judge(asked)

const problems = [...places, ...unsafe]
const stands = new Set([...distinct.map(([key]) => key).filter((key) => kept.has(key)), ...safe.map(keyOf)])
if (options.includes('--write'))
  writeFileSync(
    KEPT,
    [...stands]
      .sort()
      .map((key) => `${key}\n`)
      .join(''),
  )
const hint =
  asked.length > 0 && !options.some((option) => option.startsWith('--'))
    ? `, ${asked.length} of them asked anew: npm run patterns -- --write`
    : ''
console.log(problems.length === 0 ? `${distinct.length} patterns${hint}` : problems.join('\n'))
// Exits explicitly, because recheck keeps a child process running.
process.exit(problems.length === 0 ? 0 : 1)
