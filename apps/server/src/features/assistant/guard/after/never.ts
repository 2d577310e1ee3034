import { plainWords } from '../../../../kernel/words.ts'

/** Letters of no width part no word. */
const HIDDEN = /\p{Cf}/gu

const wordsOf = (text: string): string[] => plainWords(text.replace(HIDDEN, ''))

/**
 * For the sentences of a reply: those in which some phrases stand, or a part of one, whatever the accents, capitals, points and line breaks of either are.
 */
export const sayingAny = (phrases: readonly string[]): ((sentences: readonly string[]) => ReadonlySet<string>) => {
  const never = phrases.map(wordsOf).filter((words) => words.length > 0)
  return (sentences) => {
    const said = sentences.flatMap((sentence) => wordsOf(sentence).map((word) => ({ word, sentence })))
    const standsAt = (phrase: readonly string[], at: number) => phrase.every((word, n) => said[at + n]?.word === word)
    return new Set(
      never.flatMap((phrase) =>
        said.flatMap((_, at) => (standsAt(phrase, at) ? said.slice(at, at + phrase.length).map(({ sentence }) => sentence) : [])),
      ),
    )
  }
}
