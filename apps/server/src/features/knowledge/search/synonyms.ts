import { wordsOf } from '../../../kernel/words.ts'
import { listedLines } from './listed.ts'

/** A line is what one may say for another. Anybody may add to them. */
const LINES = listedLines('synonyms').map(wordsOf)

const GROUPS = new Map<string, Set<string>>()
for (const line of LINES)
  for (const word of line) {
    const group = GROUPS.get(word) ?? new Set()
    for (const other of line) if (other !== word) group.add(other)
    GROUPS.set(word, group)
  }

/** Words that may stand for this one. */
export const synonymsOf = (word: string): readonly string[] => [...(GROUPS.get(word) ?? [])]
