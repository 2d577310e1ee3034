/** Matches one grapheme, for browsers without Intl.Segmenter: a letter with its marks, a joined emoji or a flag. */
const GRAPHEME = /\p{Regional_Indicator}{2}|[^](?:[\p{M}\p{Emoji_Modifier}]|\u200d[^])*/gu

/** Splits a text into graphemes, so that no emoji or accented letter is cut apart. */
export function splitGraphemes(text: string): string[] {
  if (!('Segmenter' in Intl)) return text.match(GRAPHEME) ?? []
  // oxlint-disable-next-line browsers/supported -- tested for in the line above
  return Array.from(new Intl.Segmenter('pt-BR').segment(text), ({ segment }) => segment)
}
