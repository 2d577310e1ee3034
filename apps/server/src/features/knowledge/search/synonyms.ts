import { extractSingularWords } from '../../../platform/text/extract-words.ts'
import { isTypo } from '../../../platform/text/is-typo.ts'
import { isCommonWord } from './common-words.ts'
import { loadKnowledgeWordLines } from './knowledge-words.ts'

/** Loads a word list. Returns for each word the other words on its lines. */
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

/** Synonyms of each word, and words of the same topic. */
const [SYNONYMS, RELATED] = [loadWordGroups('synonyms'), loadWordGroups('related')]

export const getSynonyms = (word: string): readonly string[] => [...(SYNONYMS.get(word) ?? [])]

/** Returns words of the same topic. They can be used to find a passage, but are not enough to use it as an answer. */
export const getRelatedWords = (word: string): readonly string[] => [...(RELATED.get(word) ?? [])]

const LISTED_WORDS: readonly string[] = [...new Set([...SYNONYMS.keys(), ...RELATED.keys()])]

/**
 * Whether a word may be a misspelling of a listed word: similar length, and the same beginning or end. The database function for
 * misspellings uses the same rule.
 */
const isPossibleMisspelling = (word: string, listedWord: string): boolean =>
  Math.abs(word.length - listedWord.length) <= 2 &&
  (listedWord.startsWith(word.slice(0, 2)) || listedWord.endsWith(word.slice(-2)))

/** Returns the listed word of which `word` is a misspelling. Returns `word` itself if it is known or nothing matches. */
export const correctToListedWord = (word: string): string => {
  if (SYNONYMS.has(word) || RELATED.has(word) || isCommonWord(word)) return word
  return LISTED_WORDS.find((listedWord) => isPossibleMisspelling(word, listedWord) && isTypo(word, listedWord)) ?? word
}
