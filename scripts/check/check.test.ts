import { expect, it } from 'vitest'
import { lockFileProblems } from './lock-file.ts'
import { testMarkProblems } from './test-marks.ts'

const lock = (entry: object) => JSON.stringify({ packages: { '': {}, 'node_modules/a': entry } })

it('refuses a lock file that records where a package was fetched', () => {
  expect(lockFileProblems(lock({ resolved: 'https://registry.example/a.tgz', integrity: 'sha512-x' }))[0]).toMatch(
    /download address/,
  )
})

it('refuses a package without a hash, and accepts links of workspaces', () => {
  expect(lockFileProblems(lock({ version: '1.0.0' }))[0]).toMatch(/no integrity/)
  expect(lockFileProblems(lock({ resolved: 'apps/panel', link: true }))).toEqual([])
  expect(lockFileProblems(lock({ version: '1.0.0', integrity: 'sha512-x' }))).toEqual([])
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
  expect(testMarkProblems('a.test.ts', `\n${line})`)).toEqual([expect.stringContaining('a.test.ts:2')])
})

it('accepts plain and tabled tests', () => {
  expect(testMarkProblems('a.test.ts', "it('only this')\nit.each([])('x')\nexit(0)")).toEqual([])
})
