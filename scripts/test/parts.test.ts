import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { root } from '../bootstrap.mjs'
import { DEFAULT_TEST_PARTS, TEST_PARTS } from './test-parts.ts'
import { NOT_WIDE, WIDE } from './wide.ts'

it('a build server runs every part: the usual ones, and by name those beyond them', () => {
  const named = /^npm test -- ([a-z ]+) /m.exec(readFileSync(join(root, '.ci/run'), 'utf8'))?.[1]?.split(' ') ?? []
  expect([...DEFAULT_TEST_PARTS, ...named].sort()).toEqual(Object.keys(TEST_PARTS).sort())
})

afterEach(() => vi.unstubAllEnvs())

it.each([
  [undefined, 'not run: TEST_DATABASE_URL names no PostgreSQL whose user may create databases'],
  ['postgres://nobody@127.0.0.1:1/none', 'not run: no PostgreSQL listens at 127.0.0.1:1'],
])('on %s for a PostgreSQL its part fails in words', async (address, note) => {
  vi.stubEnv('TEST_DATABASE_URL', address)
  expect(await TEST_PARTS.postgres({ reports: 'none' })).toEqual({ passed: 0, failed: 1, note })
})

it('a test is of one of the two: the usual ones, or those that take long', () => {
  for (const [title, isWide] of [
    ['LIST-01 shows rows', false],
    ['a walk of every page @wide', true],
    ['every call @wide refuses a stranger', true],
  ] as const) {
    expect(new RegExp(WIDE).test(title)).toBe(isWide)
    expect(new RegExp(NOT_WIDE).test(title)).toBe(!isWide)
  }
})
