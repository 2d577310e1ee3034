import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../bootstrap.mjs'
import { checkRegexPatterns, getVerdictKey } from './check-regex-patterns.ts'
import { findPatterns } from './find-patterns.ts'

const findSources = (text: string) => findPatterns('a.ts', text).patterns.map(({ source, flags }) => `/${source}/${flags}`)

describe('what counts as a pattern', () => {
  it.each([
    ['const a = /b+/giu', ['/b+/giu']],
    ["new RegExp('b\\\\d', 'g')", ['/b\\d/g']],
    ['RegExp(`b`)', ['/b/']],
    ['new RegExp(`(^|/)${RegExp.escape(name)}$`)', ['/(^|/)x$/']],
    ["'no /pattern/ at all' // nor /here/", []],
  ])('%s', (text, expected) => {
    expect(findSources(text)).toEqual(expected)
  })

  it('what is put together from parts is told by its place', () => {
    expect(findPatterns('a.ts', '\nnew RegExp(`${A}b`)').composed).toEqual([{ file: 'a.ts', line: 2 }])
  })
})

it.each([
  ['exponential', 'const a = /^(a|a)+$/'],
  ['2nd degree polynomial', "\nconst ends = new RegExp('b+$')"],
])('GUARD-35 a pattern that backtracks without bounds is refused with its place and an attack: %s', async (complexity, text) => {
  const { patterns } = findPatterns('bad.ts', text)
  const { safe, problems } = await checkRegexPatterns(patterns)
  expect(safe).toEqual([])
  expect(problems).toEqual([expect.stringContaining(complexity)])
  expect(problems[0]).toMatch(/^bad\.ts:[12] .{1,80} attacked by '/)
})

it('GUARD-35 no pattern of the repository does', { timeout: 600_000 }, () => {
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'scripts/patterns.ts')], { encoding: 'utf8' })
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/^\d{3,} patterns/) })
})

it('a verdict is of one pattern with its flags, and of no other', () => {
  const pattern = { file: 'a.ts', line: 1, source: 'a', flags: '' }
  const others = [
    { ...pattern, source: 'b' },
    { ...pattern, flags: 'i' },
  ]
  expect(new Set([pattern, ...others].map(getVerdictKey)).size).toBe(3)
  expect(getVerdictKey({ ...pattern, file: 'b.ts', line: 9 })).toBe(getVerdictKey(pattern))
})
