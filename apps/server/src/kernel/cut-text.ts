const graphemes = new Intl.Segmenter('pt-BR', { granularity: 'grapheme' })

/** The beginning of a text, of at most so many UTF-16 units, that ends between two characters as people see them. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text
  let end = 0
  // A little more than fits, so that the last character that does is seen whole.
  for (const { index, segment } of graphemes.segment(text.slice(0, max + 64))) {
    if (index + segment.length > max) break
    end = index + segment.length
  }
  return text.slice(0, end)
}
