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
  readonly queryWord: string
  /** Words of the passages that are the asked word in any form or with corrected spelling. */
  readonly matchingWords: readonly string[]
  /** Synonyms of the asked word that occur in the passages. */
  readonly synonyms: readonly string[]
  /** Words related to the asked word that occur in the passages. */
  readonly related: readonly string[]
  /** Significance of each matching word relative to the asked word, from 0 to 1. A frequent word has little significance. */
  readonly relativeWeights: ReadonlyMap<string, number>
  /** Significance of the asked word: highest if few or no passages contain it. */
  readonly weight: number
  /** Significance of the asked word if only a related word matches. */
  readonly relatedWeight: number
  /** Whether the asked word is significant. False for a word of little meaning, which may be missing in an answer. */
  readonly isSignificant: boolean
}

/** Returns all words to look up in the passages: the words of the question, their synonyms and related words. */
export const expandQueryWords = (queryWords: readonly string[]): string[] => {
  const all = queryWords.flatMap((word) => {
    const correctedWord = correctToListedWord(word)
    return [word, ...getSynonyms(correctedWord), ...getRelatedWords(correctedWord)]
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
export const findUnknownWords = (
  queryWords: readonly string[],
  formsByWord: ReadonlyMap<string, readonly PassageWord[]>,
): string[] =>
  queryWords.filter((word) => !isCommonWord(word) && !(formsByWord.get(word) ?? []).some((each) => isWordForm(word, each.word)))

/**
 * Returns the words of the passages that match a word: the word and its forms; if there are none and `mends` is true, possible spelling
 * corrections.
 */
const findMatchingWords = (word: string, similarWords: readonly PassageWord[], allowsCorrections: boolean): PassageWord[] => {
  const forms = similarWords.filter((candidate) => isWordForm(word, candidate.word))
  if (forms.length > 0 || !allowsCorrections || isCommonWord(word)) return forms
  const corrections = similarWords.filter((candidate) => isTypo(word, candidate.word))
  return corrections.slice(0, 2)
}

/**
 * Returns a word group for each word of a question. `like`: for each word that was looked up, the similar words of the passages, most
 * similar first; `total`: number of passages.
 */
export const buildQueryWordGroups = (
  queryWords: readonly string[],
  similarWords: ReadonlyMap<string, readonly PassageWord[]>,
  passageCount: number,
): QueryWordGroup[] =>
  queryWords.map((word) => {
    const ownMatches = findMatchingWords(word, similarWords.get(word) ?? [], true)
    // A misspelled word gets the synonyms of its corrected spelling.
    const correctedWords = ownMatches.length > 0 ? ownMatches.map((match) => match.word) : [correctToListedWord(word)]
    const findListedMatches = (getListedWords: (word: string) => readonly string[]): PassageWord[] =>
      [...new Set([word, ...correctedWords].flatMap(getListedWords))].flatMap((other) =>
        findMatchingWords(other, similarWords.get(other) ?? [], false),
      )
    const synonymMatches = findListedMatches(getSynonyms)
    const matchingWords = ownMatches.map((match) => match.word).slice(0, MAX_WORDS)
    const getWordsExcept = (matches: readonly PassageWord[], excludedWords: readonly string[]): string[] =>
      [...new Set(matches.map((match) => match.word))].filter((other) => !excludedWords.includes(other)).slice(0, MAX_WORDS)
    const synonyms = getWordsExcept(synonymMatches, matchingWords)
    const relatedMatches = findListedMatches(getRelatedWords)
    const related = getWordsExcept(relatedMatches, [...matchingWords, ...synonyms])
    const getMaxPassages = (matches: readonly PassageWord[]): number =>
      matches.reduce((max, match) => Math.max(max, match.passages), 0)
    const rarity = (passages: number): number => Math.log(1 + (passageCount + 1) / (passages + 1))
    const baseRarity = rarity(getMaxPassages(ownMatches.length > 0 ? ownMatches : synonymMatches))
    const relativeWeights = new Map(
      [...synonymMatches, ...relatedMatches].map((match) => [match.word, Math.min(1, rarity(match.passages) / baseRarity)]),
    )
    const isSignificant = !isWeakWord(word)
    const weightFactor = isSignificant ? 1 : WEAK_WORD_FACTOR
    const relatedWeight = Math.min(baseRarity, rarity(getMaxPassages(relatedMatches))) * RELATED_WORD_FACTOR * weightFactor
    return {
      queryWord: word,
      matchingWords,
      synonyms: synonyms,
      related,
      relativeWeights,
      weight: baseRarity * weightFactor,
      relatedWeight,
      isSignificant,
    }
  })
