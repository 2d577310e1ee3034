/**
 * Matches one grapheme (a displayed character), such as a letter with its accents, a joined emoji or a flag. For browsers without
 * Intl.Segmenter.
 */
const GRAPHEME = /\p{Regional_Indicator}{2}|[^](?:[\p{M}\p{Emoji_Modifier}]|\u200d[^])*/gu

/** Splits a text into graphemes (displayed characters), so that no emoji or accented letter is divided. */
export function splitGraphemes(text: string): string[] {
  if (!('Segmenter' in Intl)) return text.match(GRAPHEME) ?? []
  // oxlint-disable-next-line browsers/supported -- tested for in the line above
  return Array.from(new Intl.Segmenter('pt-BR').segment(text), ({ segment }) => segment)
}
