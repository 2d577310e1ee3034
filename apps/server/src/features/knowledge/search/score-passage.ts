import { extractContentWords, extractWordsAndPhrases, isWeakWord } from './content-words.ts'
import { type QueryWordGroup, RELATED_WORD_FACTOR } from './query-word-groups.ts'
import { getSynonyms } from './synonyms.ts'
import { isWordForm } from './word-forms.ts'

/** Texts of a passage that are compared with a question. */
export interface PassageParts {
  readonly title: string
  readonly question: string | null
  readonly heading: string | null
  readonly name?: string | null
  readonly text: string
}

const SYNONYM_FACTOR = 0.8
/** Factor for a match in the answer of an FAQ entry, where the word may be incidental. */
const ANSWER_FACTOR = 0.85
/** Factor for a match in the title of the knowledge source, which names the topic but contains no answer. */
const TITLE_FACTOR = 0.6
/** Factor for a match in the heading above the passage, which names the topic. */
const HEADING_FACTOR = 0.85
const WEAK_WORD_WEIGHT = 0.3

const containsAny = (words: ReadonlySet<string>, candidates: readonly string[]): boolean =>
  candidates.some((word) => words.has(word))

const getHighestWeight = (
  words: ReadonlySet<string>,
  candidates: readonly string[],
  relativeWeights: ReadonlyMap<string, number>,
): number => candidates.reduce((max, word) => (words.has(word) ? Math.max(max, relativeWeights.get(word) ?? 1) : max), 0)

type WordMatchScorer = (words: ReadonlySet<string>, group: QueryWordGroup) => number

/** Returns how well a set of words matches a word of the question, from 0 to 1. */
export const scoreWordMatch: WordMatchScorer = (words, { queryWord, matchingWords, synonyms, relativeWeights }) => {
  if (words.has(queryWord) || containsAny(words, matchingWords)) return 1
  return getHighestWeight(words, synonyms, relativeWeights) * SYNONYM_FACTOR
}

const scoreRelatedMatch: WordMatchScorer = (words, group) =>
  Math.max(scoreWordMatch(words, group), getHighestWeight(words, group.related, group.relativeWeights) * RELATED_WORD_FACTOR)

/** Returns the weighted share of a question's words that a set of words matches, from 0 to 1. */
export const getQuestionCoverage = (groups: readonly QueryWordGroup[], words: ReadonlySet<string>): number => {
  const all = groups.reduce((sum, { weight }) => sum + weight, 0)
  return all === 0 ? 0 : groups.reduce((sum, group) => sum + group.weight * scoreWordMatch(words, group), 0) / all
}

/** Returns the share of an FAQ entry's question that occurs in the lead's question, from 0 to 1. */
const getAskedShare = (question: string, groups: readonly QueryWordGroup[]): number => {
  const entryWords = extractContentWords(question)
  if (entryWords.length === 0) return 0
  const queryWords = groups.flatMap(({ queryWord, matchingWords, synonyms }) => [
    queryWord,
    ...matchingWords,
    ...synonyms,
    ...getSynonyms(queryWord),
  ])
  const weigh = (words: readonly string[]): number =>
    words.reduce((sum, word) => sum + (isWeakWord(word) ? WEAK_WORD_WEIGHT : 1), 0)
  return weigh(entryWords.filter((word) => queryWords.some((other) => isWordForm(word, other)))) / weigh(entryWords)
}

/** How well a passage answers a question. */
export interface PassageScore {
  /** Value by which passages are sorted, from 0 to about 1.3. */
  readonly rank: number
  /** Share of the lead's question that the passage covers, from 0 to 1. */
  readonly coverage: number
  /** Share of the FAQ entry's question or product name that occurs in the lead's question, from 0 to 1. Null for other passages. */
  readonly askedShare: number | null
}

export const scorePassage = (
  groups: readonly QueryWordGroup[],
  { title, question, heading, name = null, text }: PassageParts,
): PassageScore => {
  const parts = [
    { words: extractWordsAndPhrases(question ?? ''), factor: 1 },
    { words: extractWordsAndPhrases(text), factor: question ? ANSWER_FACTOR : 1 },
    { words: extractWordsAndPhrases(heading ?? ''), factor: HEADING_FACTOR },
    { words: extractWordsAndPhrases(title), factor: TITLE_FACTOR },
  ]
  const totalWeight = groups.reduce((sum, { weight }) => sum + weight, 0)
  const getCoverage = (match: WordMatchScorer): number => {
    const groupScores = groups.map(
      (group) => group.weight * Math.max(...parts.map(({ words, factor }) => match(words, group) * factor)),
    )
    return totalWeight === 0 ? 0 : groupScores.reduce((sum, each) => sum + each, 0) / totalWeight
  }
  const coverage = getCoverage(scoreWordMatch)
  const titleText = question ?? name
  const askedShare = titleText === null ? null : getAskedShare(titleText, groups)
  // Of equal passages, an FAQ entry is preferred, because it was written for a question.
  return { rank: getCoverage(scoreRelatedMatch) + (askedShare ?? 0) * 0.3 + (question === null ? 0 : 0.02), coverage, askedShare }
}
