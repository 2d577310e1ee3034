import { isTypo } from '../../../platform/text/is-typo.ts'
import { isCommonWord } from './common-words.ts'
import { isWeakWord } from './content-words.ts'
import { correctToListedWord, getRelatedWords, getSynonyms } from './synonyms.ts'
import { isWordForm } from './word-forms.ts'

/** Word that occurs in the organisation's passages, and the number of passages that contain the word. */
export interface PassageWord {
  readonly word: string
  readonly passages: number
}

/** Word of a question, with the words of the passages that match it. */
export interface QueryWordGroup {
  readonly asked: string
  /** Words of the passages that are the asked word in any form or with corrected spelling. */
  readonly words: readonly string[]
  /** Synonyms of the asked word that occur in the passages. */
  readonly others: readonly string[]
  /** Words related to the asked word that occur in the passages. */
  readonly related: readonly string[]
  /** Significance of each matching word relative to the asked word, from 0 to 1. A frequent word has little significance. */
  readonly worth: ReadonlyMap<string, number>
  /** Significance of the asked word: highest if few or no passages contain it. */
  readonly weight: number
  /** Significance of the asked word if only a related word matches. */
  readonly relatedWeight: number
  /** Whether the asked word is significant. False for a word of little meaning, which may be missing in an answer. */
  readonly isStrong: boolean
}

/** Returns all words to look up in the passages: the words of the question, their synonyms and related words. */
export const expandQueryWords = (asked: readonly string[]): string[] => {
  const all = asked.flatMap((word) => {
    const listed = correctToListedWord(word)
    return [word, ...getSynonyms(listed), ...getRelatedWords(listed)]
  })
  return [...new Set(all)]
}

const MAX_WORDS = 8
/** Factor for the score of a match by a related word: high enough to find a passage, but too low to answer from it. */
export const RELATED_WORD_FACTOR = 0.45
/** Factor for the weight of a word of little meaning. */
const WEAK_WORD_FACTOR = 0.3

/**
 * Returns the words of a question that may be misspelled: the passages contain them in no form, and they are not common Portuguese words.
 */
export const findUnknownWords = (asked: readonly string[], known: ReadonlyMap<string, readonly PassageWord[]>): string[] =>
  asked.filter((word) => !isCommonWord(word) && !(known.get(word) ?? []).some((each) => isWordForm(word, each.word)))

/**
 * Returns the words of the passages that match a word: the word and its forms; if there are none and `mends` is true, possible spelling
 * corrections.
 */
const findMatchingWords = (word: string, like: readonly PassageWord[], mends: boolean): PassageWord[] => {
  const forms = like.filter((known) => isWordForm(word, known.word))
  if (forms.length > 0 || !mends || isCommonWord(word)) return forms
  const slips = like.filter((known) => isTypo(word, known.word))
  return slips.slice(0, 2)
}

/**
 * Returns a word group for each word of a question. `like`: for each word that was looked up, the similar words of the passages, most
 * similar first; `total`: number of passages.
 */
export const buildQueryWordGroups = (
  asked: readonly string[],
  like: ReadonlyMap<string, readonly PassageWord[]>,
  total: number,
): QueryWordGroup[] =>
  asked.map((word) => {
    const own = findMatchingWords(word, like.get(word) ?? [], true)
    // A misspelled word gets the synonyms of its corrected spelling.
    const meant = own.length > 0 ? own.map((known) => known.word) : [correctToListedWord(word)]
    const knownOf = (listed: (word: string) => readonly string[]): PassageWord[] =>
      [...new Set([word, ...meant].flatMap(listed))].flatMap((other) => findMatchingWords(other, like.get(other) ?? [], false))
    const others = knownOf(getSynonyms)
    const words = own.map((known) => known.word).slice(0, MAX_WORDS)
    const beside = (some: readonly PassageWord[], said: readonly string[]): string[] =>
      [...new Set(some.map((known) => known.word))].filter((other) => !said.includes(other)).slice(0, MAX_WORDS)
    const alike = beside(others, words)
    const near = knownOf(getRelatedWords)
    const related = beside(near, [...words, ...alike])
    const standsIn = (some: readonly PassageWord[]): number => some.reduce((most, known) => Math.max(most, known.passages), 0)
    const rarity = (passages: number): number => Math.log(1 + (total + 1) / (passages + 1))
    const rarest = rarity(standsIn(own.length > 0 ? own : others))
    const worth = new Map([...others, ...near].map((known) => [known.word, Math.min(1, rarity(known.passages) / rarest)]))
    const isStrong = !isWeakWord(word)
    const counts = isStrong ? 1 : WEAK_WORD_FACTOR
    const relatedWeight = Math.min(rarest, rarity(standsIn(near))) * RELATED_WORD_FACTOR * counts
    return { asked: word, words, others: alike, related, worth, weight: rarest * counts, relatedWeight, isStrong }
  })
