import { isTypo } from '../../../platform/text/is-typo.ts'
import { isCommonWord } from './common-words.ts'
import { isWeakWord } from './content-words.ts'
import { correctToListedWord, getRelatedWords, getSynonyms } from './synonyms.ts'
import { isWordForm } from './word-forms.ts'

/** A word of the organisation's passages, and the number of passages that contain it. */
export interface PassageWord {
  readonly word: string
  readonly passages: number
}

/** A word of a question with the matching words of the passages. */
export interface QueryWordGroup {
  readonly asked: string
  /** The word itself, in other forms or with corrected spelling. */
  readonly words: readonly string[]
  /** Synonyms. */
  readonly others: readonly string[]
  /** Related words. */
  readonly related: readonly string[]
  /** Significance of each of these words relative to the word itself, from 0 to 1: a frequent one has little. */
  readonly worth: ReadonlyMap<string, number>
  /** Significance of the word: highest if few or no passages contain it. */
  readonly weight: number
  /** Significance of a match by a related word. */
  readonly relatedWeight: number
  /** False for a word of little meaning, which may be missing in an answer. */
  readonly isStrong: boolean
}

/** Returns all words to look up in the passages: those of the question, their synonyms and related words. */
export const expandQueryWords = (asked: readonly string[]): string[] => {
  const all = asked.flatMap((word) => {
    const listed = correctToListedWord(word)
    return [word, ...getSynonyms(listed), ...getRelatedWords(listed)]
  })
  return [...new Set(all)]
}

const MAX_WORDS = 8
/** Factor for a match by a related word: enough to find a passage, but not to answer from it. */
export const RELATED_WORD_FACTOR = 0.45
/** Factor for a word of little meaning. */
const WEAK_WORD_FACTOR = 0.3

/** Returns the words of a question that the passages do not contain in any form and that are no common words: possible misspellings. */
export const findUnknownWords = (asked: readonly string[], known: ReadonlyMap<string, readonly PassageWord[]>): string[] =>
  asked.filter((word) => !isCommonWord(word) && !(known.get(word) ?? []).some((each) => isWordForm(word, each.word)))

/** Returns the matching words of the passages: the word and its forms, otherwise possible corrections if `mends`. */
const findMatchingWords = (word: string, like: readonly PassageWord[], mends: boolean): PassageWord[] => {
  const forms = like.filter((known) => isWordForm(word, known.word))
  if (forms.length > 0 || !mends || isCommonWord(word)) return forms
  const slips = like.filter((known) => isTypo(word, known.word))
  return slips.slice(0, 2)
}

/**
 * Returns the groups of a question. `like`: similar words of the passages for each word that was looked up, most similar first; `total`:
 * number of passages.
 */
export const buildQueryWordGroups = (
  asked: readonly string[],
  like: ReadonlyMap<string, readonly PassageWord[]>,
  total: number,
): QueryWordGroup[] =>
  asked.map((word) => {
    const own = findMatchingWords(word, like.get(word) ?? [], true)
    // A misspelled word gets the synonyms of its correction.
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
