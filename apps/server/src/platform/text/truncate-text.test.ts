import { expect, it } from 'vitest'
import { truncateText } from './truncate-text.ts'

it('never cuts a character that people see as one', () => {
  expect(truncateText('abc', 3)).toBe('abc')
  expect(truncateText('abcd', 3)).toBe('abc')
  expect(truncateText('ab😀', 3)).toBe('ab')
  expect(truncateText('a👩‍👩‍👧b', 5)).toBe('a')
  expect(truncateText('joa\u0303o', 3)).toBe('jo')
  expect(truncateText('👍🏽'.repeat(50), 140)).toBe('👍🏽'.repeat(35))
})
