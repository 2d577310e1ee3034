const graphemes = new Intl.Segmenter('pt-BR', { granularity: 'grapheme' })

/** Shortens a text to at most `max` UTF-16 code units, without cutting a visible character (grapheme). */
export function truncateText(text: string, max: number): string {
  if (text.length <= max) return text
  let end = 0
  // 64 more code units are read, so that the last grapheme is complete.
  for (const { index, segment } of graphemes.segment(text.slice(0, max + 64))) {
    if (index + segment.length > max) break
    end = index + segment.length
  }
  return text.slice(0, end)
}
