import { wordsOf } from '../../../../kernel/words.ts'

const inWords = (text: string): string => ` ${wordsOf(text).join(' ')} `

/** For a sentence: true where it says one of some phrases, whatever the accents, capitals and points of either are. */
export const saysAny = (phrases: readonly string[]): ((sentence: string) => boolean) => {
  const never = phrases.map(inWords)
  return (sentence) => {
    const said = inWords(sentence)
    return never.some((phrase) => said.includes(phrase))
  }
}
