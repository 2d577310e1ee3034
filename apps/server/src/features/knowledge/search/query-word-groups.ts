import { isTypo } from '../../../platform/text/is-typo.ts'
import { isCommonWord } from './common-words.ts'
import { isWeakWord } from './content-words.ts'
import { correctToListedWord, getRelatedWords, getSynonyms } from './synonyms.ts'
import { isWordForm } from './word-forms.ts'

export interface PassageWord {
  readonly word: string
  /** Number of passages that contain the word. */
  readonly passages: number
}

/** Word of a question, and the words in the passages that match it. */
export interface QueryWordGroup {
  readonly queryWord: string
  /** Forms or correct spellings of the query word that occur in the passages. */
  readonly matchingWords: readonly string[]
  readonly synonyms: readonly string[]
  readonly related: readonly string[]
  /** Weight of each synonym and related word relative to the query word, from 0 to 1. Words in many passages have a low weight. */
  readonly relativeWeights: ReadonlyMap<string, number>
  /** Weight of the query word. The fewer passages contain it, the higher the weight. */
  readonly weight: number
  /** Weight of the query word if only a related word matches. */
  readonly relatedWeight: number
  /** Whether the query word is important. Answers may omit unimportant words. */
  readonly isSignificant: boolean
}

/** Returns all words to search for: the words of a question, their synonyms and related words. */
export const expandQueryWords = (queryWords: readonly string[]): string[] => {
  const all = queryWords.flatMap((word) => {
    const correctedWord = correctToListedWord(word)
    return [word, ...getSynonyms(correctedWord), ...getRelatedWords(correctedWord)]
  })
  return [...new Set(all)]
}

const MAX_WORDS = 8
/** Factor for the score of a related word. High enough to find a passage, but too low to use the passage as an answer. */
export const RELATED_WORD_FACTOR = 0.45
const WEAK_WORD_FACTOR = 0.3

/** Returns the words of a question that may be misspelled: they occur in no passage and are not common Portuguese words. */
export const findUnknownWords = (
  queryWords: readonly string[],
  formsByWord: ReadonlyMap<string, readonly PassageWord[]>,
): string[] =>
  queryWords.filter((word) => !isCommonWord(word) && !(formsByWord.get(word) ?? []).some((each) => isWordForm(word, each.word)))

/**
 * Returns the words in the passages that are forms of a word. If there are none and `allowsCorrections`, returns possible correct
 * spellings.
 */
const findMatchingWords = (word: string, similarWords: readonly PassageWord[], allowsCorrections: boolean): PassageWord[] => {
  const forms = similarWords.filter((candidate) => isWordForm(word, candidate.word))
  if (forms.length > 0 || !allowsCorrections || isCommonWord(word)) return forms
  const corrections = similarWords.filter((candidate) => isTypo(word, candidate.word))
  return corrections.slice(0, 2)
}

/** Groups each word of a question with its matching words in the passages. `similarWords`: candidates for each word, most similar first. */
export const buildQueryWordGroups = (
  queryWords: readonly string[],
  similarWords: ReadonlyMap<string, readonly PassageWord[]>,
  passageCount: number,
): QueryWordGroup[] =>
  queryWords.map((word) => {
    const ownMatches = findMatchingWords(word, similarWords.get(word) ?? [], true)
    // A misspelled word gets the synonyms of its correct spelling.
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
