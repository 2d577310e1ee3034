import { loadKnowledgeWords } from './knowledge-words.ts'

const MIN_STEM_CHARS = 4
/** Share of the shorter word that both words must have in common at the beginning, from 0 to 1. */
const MIN_SHARED_FRACTION = 0.7
const MAX_ENDING_CHARS = 6
/** Endings in which two forms of a word may differ. */
const ENDINGS: ReadonlySet<string> = new Set(['', ...loadKnowledgeWords('endings')])

const countSharedPrefix = (a: string, b: string): number => {
  let length = 0
  while (length < a.length && a[length] === b[length]) length += 1
  return length
}

/** Whether two words are forms of one word, such as 'aceita' and 'aceitam', or 'visita' and 'visitação'. */
export const isWordForm = (a: string, b: string): boolean => {
  if (a === b) return true
  const shorter = Math.min(a.length, b.length)
  if (shorter < MIN_STEM_CHARS || /\d/.test(a + b)) return shorter === 3 && (a === `${b}s` || b === `${a}s`)
  const stem = countSharedPrefix(a, b)
  const rest = Math.max(a.length, b.length) - stem
  return (
    stem >= Math.max(MIN_STEM_CHARS, Math.ceil(shorter * MIN_SHARED_FRACTION)) &&
    rest <= (shorter > MIN_STEM_CHARS ? MAX_ENDING_CHARS : 2) &&
    ENDINGS.has(a.slice(stem)) &&
    ENDINGS.has(b.slice(stem))
  )
}
