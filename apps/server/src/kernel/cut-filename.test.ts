import { expect, it } from 'vitest'
import { cutFilename } from './cut-filename.ts'

it('keeps the ending of a name that it shortens, and whole characters before it', () => {
  expect(cutFilename('a.pdf', 5)).toBe('a.pdf')
  expect(cutFilename(`${'a'.repeat(200)}.pdf`, 150)).toBe(`${'a'.repeat(146)}.pdf`)
  expect(cutFilename('abc😀😀.docx', 9)).toBe('abc.docx')
  expect(cutFilename('abc😀😀.docx', 10)).toBe('abc😀.docx')
  expect(cutFilename('👩‍👩‍👧'.repeat(30), 20)).toBe('👩‍👩‍👧👩‍👩‍👧')
  expect(cutFilename(`.${'b'.repeat(20)}`, 10)).toBe(`.${'b'.repeat(9)}`)
})
