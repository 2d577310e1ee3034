import { extractSingularWords } from '../../../platform/text/extract-words.ts'
import { isTypo } from '../../../platform/text/is-typo.ts'
import { isCommonWord } from './common-words.ts'
import { loadKnowledgeWordLines } from './knowledge-words.ts'

/** Loads a word list and returns for each word the other words on the same lines. */
const loadWordGroups = (file: string): ReadonlyMap<string, ReadonlySet<string>> => {
  const groups = new Map<string, Set<string>>()
  for (const line of loadKnowledgeWordLines(file).map(extractSingularWords))
    for (const word of line) {
      const group = groups.get(word) ?? new Set()
      for (const other of line) if (other !== word) group.add(other)
      groups.set(word, group)
    }
  return groups
}

/**
 * Synonyms and related words by word. Each line of the files contains synonyms, or words of one topic; the lists may be extended.
 */
const [SYNONYMS, RELATED] = [loadWordGroups('synonyms'), loadWordGroups('related')]

/** Returns the synonyms of a word. */
export const getSynonyms = (word: string): readonly string[] => [...(SYNONYMS.get(word) ?? [])]

/** Returns the words related to a word. A related word suffices to find a passage, but not to answer from it. */
export const getRelatedWords = (word: string): readonly string[] => [...(RELATED.get(word) ?? [])]

const LISTED_WORDS: readonly string[] = [...new Set([...SYNONYMS.keys(), ...RELATED.keys()])]

/**
 * Whether a word may be a misspelling of a listed word: similar length, and the same beginning or end, as in the database function.
 */
const isPossibleMisspelling = (word: string, listedWord: string): boolean =>
  Math.abs(word.length - listedWord.length) <= 2 &&
  (listedWord.startsWith(word.slice(0, 2)) || listedWord.endsWith(word.slice(-2)))

/**
 * Returns the listed word of which a word is a misspelling. Returns the word itself if it is a known word or no listed word matches.
 */
export const correctToListedWord = (word: string): string => {
  if (SYNONYMS.has(word) || RELATED.has(word) || isCommonWord(word)) return word
  return LISTED_WORDS.find((listedWord) => isPossibleMisspelling(word, listedWord) && isTypo(word, listedWord)) ?? word
}
