import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../bootstrap.mjs'
import { PARTS, USUAL } from './run.ts'
import { NOT_WIDE, WIDE } from './wide.ts'

it('a build server runs every part: the usual ones, and by name those beyond them', () => {
  const named = /^npm test -- ([a-z ]+) /m.exec(readFileSync(join(root, '.ci/run'), 'utf8'))?.[1]?.split(' ') ?? []
  expect([...USUAL, ...named].sort()).toEqual(Object.keys(PARTS).sort())
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
