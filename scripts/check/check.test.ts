import { expect, it } from 'vitest'
import { findLockFileProblems } from './lock-file.ts'
import { findTestMarkProblems, findUnrunWideTests } from './test-marks.ts'

const lock = (entry: object) => JSON.stringify({ packages: { '': {}, 'node_modules/a': entry } })

it('refuses a lock file that records where a package was fetched', () => {
  expect(findLockFileProblems(lock({ resolved: 'https://registry.example/a.tgz', integrity: 'sha512-x' }))[0]).toMatch(
    /download address/,
  )
})

it('refuses a package without a hash, and accepts links of workspaces', () => {
  expect(findLockFileProblems(lock({ version: '1.0.0' }))[0]).toMatch(/no integrity/)
  expect(findLockFileProblems(lock({ resolved: 'apps/panel', link: true }))).toEqual([])
  expect(findLockFileProblems(lock({ version: '1.0.0', integrity: 'sha512-x' }))).toEqual([])
})

it.each([
  "it.only('a'",
  "test.skip('a'",
  "it.todo('a'",
  "describe.skip('a'",
  "test.describe.only('a'",
  "test.fixme('a'",
  "xit('a'",
])('refuses a test marked like %s', (line) => {
  expect(findTestMarkProblems('a.test.ts', `\n${line})`)).toEqual([expect.stringContaining('a.test.ts:2')])
})

it('accepts plain and tabled tests', () => {
  expect(findTestMarkProblems('a.test.ts', "it('only this')\nit.each([])('x')\nexit(0)")).toEqual([])
})

it('refuses a test that takes long in a file that no part runs', () => {
  const wide = "describe('each', () => { it('walks all of it @wide', () => {}) })"
  const byName = 'it(`walks ${WIDE}`, () => {})'
  for (const source of [wide, byName]) {
    expect(findUnrunWideTests('a.test.ts', source, new Set())).toEqual([expect.stringMatching(/^a.test.ts: no part .*walks/)])
    expect(findUnrunWideTests('a.test.ts', source, new Set(['a.test.ts']))).toEqual([])
  }
  expect(findUnrunWideTests('e2e/a.spec.ts', wide, new Set())).toEqual([])
  expect(findUnrunWideTests('a.test.ts', "it('is quick', () => { told('@wide') })", new Set())).toEqual([])
})
