import { extractSingularWords } from '../../../platform/text/extract-words.ts'
import { isTypo } from '../../../platform/text/is-typo.ts'
import { isCommonWord } from './common-words.ts'
import { loadKnowledgeWordLines } from './knowledge-words.ts'

/** Returns for each word in a file the other words of its lines. */
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

/** Each line contains synonyms, or words related to one topic; the lists may be extended. */
const [SYNONYMS, RELATED] = [loadWordGroups('synonyms'), loadWordGroups('related')]

/** Returns the synonyms of a word. */
export const getSynonyms = (word: string): readonly string[] => [...(SYNONYMS.get(word) ?? [])]

/** Returns the words related to a word: enough to find a passage, but not to answer from it. */
export const getRelatedWords = (word: string): readonly string[] => [...(RELATED.get(word) ?? [])]

const LISTED_WORDS: readonly string[] = [...new Set([...SYNONYMS.keys(), ...RELATED.keys()])]

/** Returns true if a word may be a misspelling of a listed one: similar length, and the same beginning or end, as in the database. */
const mayBeMisspelling = (word: string, listed: string): boolean =>
  Math.abs(word.length - listed.length) <= 2 && (listed.startsWith(word.slice(0, 2)) || listed.endsWith(word.slice(-2)))

/** Returns the listed word of which this one is a misspelling; the word itself if it is a known word or none matches. */
export const correctToListedWord = (word: string): string => {
  if (SYNONYMS.has(word) || RELATED.has(word) || isCommonWord(word)) return word
  return LISTED_WORDS.find((listed) => mayBeMisspelling(word, listed) && isTypo(word, listed)) ?? word
}
