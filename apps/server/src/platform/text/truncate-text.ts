const graphemes = new Intl.Segmenter('pt-BR', { granularity: 'grapheme' })

/** Returns the beginning of a text, at most `max` UTF-16 units long, cut between two visible characters. */
export function truncateText(text: string, max: number): string {
  if (text.length <= max) return text
  let end = 0
  // Reads a little beyond the limit, so that the last character is segmented completely.
  for (const { index, segment } of graphemes.segment(text.slice(0, max + 64))) {
    if (index + segment.length > max) break
    end = index + segment.length
  }
  return text.slice(0, end)
}
