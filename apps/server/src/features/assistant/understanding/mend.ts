import leven from 'leven'
import { isKnown } from './known-words.ts'
import { wordList, wordPairs } from './words.ts'

/** How Brazilians shorten words when they type, and what they mean. */
const SHORT: ReadonlyMap<string, string> = wordPairs('short-forms')

/** Words that the playbooks listen for; a word one slip away from one of them is read as it. */
const KEYWORD_LIST = wordList('listened-for')
const KEYWORDS = new Set(KEYWORD_LIST)
const SHORTEST_MENDED = 5

const sorted = (word: string): string => [...word].toSorted().join('')

/** One letter too much, too few or wrong, or two that changed places; nobody slips on the first. */
const isSlip = (word: string, known: string): boolean =>
  word[0] === known[0] &&
  Math.abs(known.length - word.length) <= 1 &&
  (leven(word, known, { maxDistance: 2 }) <= 1 ||
    (leven(word, known, { maxDistance: 3 }) === 2 && sorted(word) === sorted(known)))

/** A word as it was meant: shortened forms written out, one slip of the fingers mended. A word or a name that there is stays what it is. */
export const mend = (word: string): string => {
  const meant = SHORT.get(word)
  if (meant !== undefined) return meant
  if (word.length < SHORTEST_MENDED || KEYWORDS.has(word) || /\d/.test(word) || isKnown(word)) return word
  return KEYWORD_LIST.find((known) => isSlip(word, known)) ?? word
}
