import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './bootstrap.mjs'
import { judge, keyOf } from './patterns/judge.ts'
import { patternsOfRepository } from './patterns/repository.ts'

/**
 * `npm run patterns`: whether a regular expression of the repository backtracks without bounds, by recheck. What it once found safe is kept in
 * patterns/safe.txt by hash, and only what is new is asked about. `--write` keeps the new verdicts and drops those that nobody needs;
 * `--afresh` believes none of them.
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
// recheck keeps a process of its own.
process.exit(problems.length === 0 ? 0 : 1)
