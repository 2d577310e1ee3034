/** Converts a Portuguese word with an irregular plural to the singular. Must match the database function `prosa_search_text`. */
export const toSingular = (word: string): string =>
  word.length < 5
    ? word
    : word
        .replace(/(?:oes|aes|aos)$/, 'ao')
        .replace(/eis$/, 'el')
        .replace(/ais$/, 'al')

/** Returns the words of a text, without accents and in lower case. */
export const extractPlainWords = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Returns the words of a text, without accents, in lower case and in the singular. */
export const extractSingularWords = (text: string): string[] => extractPlainWords(text).map(toSingular)
