import { expect, it } from 'vitest'
import { cutText } from './cut-text.ts'

it('never cuts a character that people see as one', () => {
  expect(cutText('abc', 3)).toBe('abc')
  expect(cutText('abcd', 3)).toBe('abc')
  expect(cutText('ab😀', 3)).toBe('ab')
  expect(cutText('a👩‍👩‍👧b', 5)).toBe('a')
  expect(cutText('joa\u0303o', 3)).toBe('jo')
  expect(cutText('👍🏽'.repeat(50), 140)).toBe('👍🏽'.repeat(35))
})
