/** Plurals of their own, as `prosa_search_text` of the database has them. */
export const singular = (word: string): string =>
  word.length < 5
    ? word
    : word
        .replace(/(?:oes|aes|aos)$/, 'ao')
        .replace(/eis$/, 'el')
        .replace(/ais$/, 'al')

/** The words of a text as they stand there, but for accents and capitals. */
export const plainWords = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** The words of a text, without accents, in lower case and in the singular where that is another word. */
export const wordsOf = (text: string): string[] => plainWords(text).map(singular)
