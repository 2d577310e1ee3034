import { extractPlainWords } from '../../../../platform/text/extract-words.ts'

/** Matches zero-width characters, which separate no words. */
const HIDDEN_CHARACTERS = /\p{Cf}/gu

const splitWords = (text: string): string[] => extractPlainWords(text.replace(HIDDEN_CHARACTERS, ''))

/**
 * Creates a function that finds sentences with a forbidden phrase or a part of one, because a phrase may span sentences. Ignores accents,
 * case and punctuation.
 */
export const createPhraseFinder = (phrases: readonly string[]): ((sentences: readonly string[]) => ReadonlySet<string>) => {
  const phraseWords = phrases.map(splitWords).filter((words) => words.length > 0)
  return (sentences) => {
    const replyWords = sentences.flatMap((sentence) => splitWords(sentence).map((word) => ({ word, sentence })))
    const matchesAt = (phrase: readonly string[], at: number) =>
      phrase.every((word, offset) => replyWords[at + offset]?.word === word)
    return new Set(
      phraseWords.flatMap((phrase) =>
        replyWords.flatMap((_, index) =>
          matchesAt(phrase, index) ? replyWords.slice(index, index + phrase.length).map(({ sentence }) => sentence) : [],
        ),
      ),
    )
  }
}
