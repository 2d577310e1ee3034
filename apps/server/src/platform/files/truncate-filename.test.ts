import { expect, it } from 'vitest'
import { truncateFilename } from './truncate-filename.ts'

it('keeps the ending of a name that it shortens, and whole characters before it', () => {
  expect(truncateFilename('a.pdf', 5)).toBe('a.pdf')
  expect(truncateFilename(`${'a'.repeat(200)}.pdf`, 150)).toBe(`${'a'.repeat(146)}.pdf`)
  expect(truncateFilename('abc😀😀.docx', 9)).toBe('abc.docx')
  expect(truncateFilename('abc😀😀.docx', 10)).toBe('abc😀.docx')
  expect(truncateFilename('👩‍👩‍👧'.repeat(30), 20)).toBe('👩‍👩‍👧👩‍👩‍👧')
  expect(truncateFilename(`.${'b'.repeat(20)}`, 10)).toBe(`.${'b'.repeat(9)}`)
})
