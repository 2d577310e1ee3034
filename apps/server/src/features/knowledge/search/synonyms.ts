import { isSlip } from '../../../kernel/slip.ts'
import { wordsOf } from '../../../kernel/words.ts'
import { isCommonWord } from './common-words.ts'
import { listedLines } from './listed.ts'

/** For each word of a file's lines those that stand in a line with it. */
const besides = (file: string): ReadonlyMap<string, ReadonlySet<string>> => {
  const groups = new Map<string, Set<string>>()
  for (const line of listedLines(file).map(wordsOf))
    for (const word of line) {
      const group = groups.get(word) ?? new Set()
      for (const other of line) if (other !== word) group.add(other)
      groups.set(word, group)
    }
  return groups
}

/** A line is what one may say for another, or what speaks of one thing without being it. Anybody may add to them. */
const [SYNONYMS, RELATED] = [besides('synonyms'), besides('related')]

/** Words that may stand for this one. */
export const synonymsOf = (word: string): readonly string[] => [...(SYNONYMS.get(word) ?? [])]

/** Words of what this one has to do with: they find a passage, and are not enough to say it. */
export const relatedTo = (word: string): readonly string[] => [...(RELATED.get(word) ?? [])]

const LISTED: readonly string[] = [...new Set([...SYNONYMS.keys(), ...RELATED.keys()])]

/** As in the database, a slip leaves the beginning or the end as it was, and is about as long. */
const mayBe = (word: string, listed: string): boolean =>
  Math.abs(word.length - listed.length) <= 2 && (listed.startsWith(word.slice(0, 2)) || listed.endsWith(word.slice(-2)))

/** The listed word that one may be a slip of, where it is no word itself. */
export const listedAs = (word: string): string => {
  if (SYNONYMS.has(word) || RELATED.has(word) || isCommonWord(word)) return word
  return LISTED.find((listed) => mayBe(word, listed) && isSlip(word, listed)) ?? word
}
