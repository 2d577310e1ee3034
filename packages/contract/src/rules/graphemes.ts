/** A character as people count it, where the browser has no segmenter: letters with their marks, joined emojis, flags. */
const GRAPHEME = /\p{Regional_Indicator}{2}|[^](?:[\p{M}\p{Emoji_Modifier}]|\u200d[^])*/gu

/** Splits a text into the characters that people see, so that no emoji or accent is cut in half. */
export function graphemesOf(text: string): string[] {
  if (!('Segmenter' in Intl)) return text.match(GRAPHEME) ?? []
  // oxlint-disable-next-line browsers/supported -- tested for in the line above
  return Array.from(new Intl.Segmenter('pt-BR').segment(text), ({ segment }) => segment)
}
