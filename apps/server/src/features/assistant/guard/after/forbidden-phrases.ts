import { extractPlainWords } from '../../../../platform/text/extract-words.ts'

/** Matches zero-width characters, which do not separate words. */
const HIDDEN_CHARACTERS = /\p{Cf}/gu

const splitWords = (text: string): string[] => extractPlainWords(text.replace(HIDDEN_CHARACTERS, ''))

/**
 * Creates a function that finds the sentences of a reply that contain a forbidden phrase or a part of one, because a phrase may span
 * sentences. Ignores accents, case, punctuation and line breaks.
 */
export const createPhraseFinder = (phrases: readonly string[]): ((sentences: readonly string[]) => ReadonlySet<string>) => {
  const never = phrases.map(splitWords).filter((words) => words.length > 0)
  return (sentences) => {
    const said = sentences.flatMap((sentence) => splitWords(sentence).map((word) => ({ word, sentence })))
    const standsAt = (phrase: readonly string[], at: number) => phrase.every((word, n) => said[at + n]?.word === word)
    return new Set(
      never.flatMap((phrase) =>
        said.flatMap((_, at) => (standsAt(phrase, at) ? said.slice(at, at + phrase.length).map(({ sentence }) => sentence) : [])),
      ),
    )
  }
}
