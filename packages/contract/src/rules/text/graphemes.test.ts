import { afterEach, expect, it } from 'vitest'
import { splitGraphemes } from './graphemes.ts'

const { Segmenter } = Intl
afterEach(() => {
  Object.defineProperty(Intl, 'Segmenter', { value: Segmenter, configurable: true, writable: true })
})

it.each([
  ['Ana', ['A', 'n', 'a']],
  ['é👍🏽', ['é', '👍🏽']],
  ['👩‍👩‍👧🇧🇷', ['👩‍👩‍👧', '🇧🇷']],
  ['e\u0301\u0302x', ['e\u0301\u0302', 'x']],
  ['1️⃣', ['1️⃣']],
  ['', []],
])('%j has the characters that people count, with and without a segmenter', (text, characters) => {
  expect(splitGraphemes(text)).toEqual(characters)
  Reflect.deleteProperty(Intl, 'Segmenter')
  expect(splitGraphemes(text)).toEqual(characters)
})
