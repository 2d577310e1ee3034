import { describe, expect, it } from 'vitest'
import { formatPreviewText, getVisibleName } from './preview-text.ts'

describe('the preview of a text', () => {
  it.each([
    ['a  b\n\nc', 'a b c'],
    ['ação com joa\u0303o', 'ação com joa\u0303o'],
    ['👩‍👩‍👧 ❤️ 1️⃣ 🏴󠁧󠁢󠁳󠁣󠁴󠁿', '👩‍👩‍👧 ❤️ 1️⃣ 🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
    [`${'\u200b'.repeat(4_000)}Olá`, 'Olá'],
    [`${'\u3164\u2800\u00ad'.repeat(1_000)}Olá`, 'Olá'],
    ['abc\u202edcba', 'abcdcba'],
    ['\u3164'.repeat(20), ''],
  ])('shows what can be seen of %j', (text, preview) => {
    expect(formatPreviewText(text)).toBe(preview)
  })

  it('is not emptied by combining marks without end, nor by characters joined without end', () => {
    expect(formatPreviewText(`z${'\u0335'.repeat(4_000)} fim`)).toBe(`z${'\u0335'.repeat(4)} fim`)
    expect(formatPreviewText(`${'👩\u200d'.repeat(1_000)}👧 fim`)).toBe('fim')
    expect(formatPreviewText(`${'\u1100'.repeat(4_000)} fim`)).toBe('fim')
  })

  it('ends between two characters as people see them, however long the text is', () => {
    expect(formatPreviewText('👍🏽'.repeat(4_000))).toBe('👍🏽'.repeat(35))
    expect(formatPreviewText('a'.repeat(4_096))).toHaveLength(140)
    expect(formatPreviewText(`${'a'.repeat(139)}😀`)).toBe('a'.repeat(139))
  })
})

it.each([
  ['  Zé da Silva ', 'Zé da Silva'],
  ['\u200e Ana\u200f', 'Ana'],
  ['\u3164', null],
  ['', null],
  [null, null],
  ['a'.repeat(200), 'a'.repeat(100)],
])('the name of %j is %j', (given, name) => {
  expect(getVisibleName(given)).toBe(name)
})
