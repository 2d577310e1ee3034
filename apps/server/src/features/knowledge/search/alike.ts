import { listed } from './listed.ts'

const SHORTEST_STEM = 4
/** Minimum share of the shorter word that both must have in common. */
const STEM = 0.7
const ENDING = 6
/** Endings in which two forms of one word may differ; the list may be extended. */
const ENDINGS: ReadonlySet<string> = new Set(['', ...listed('endings')])

const shared = (a: string, b: string): number => {
  let length = 0
  while (length < a.length && a[length] === b[length]) length += 1
  return length
}

/** Returns true if two words are forms of one: 'aceita' and 'aceitam', 'visita' and 'visitação'. */
export const isForm = (a: string, b: string): boolean => {
  if (a === b) return true
  const shorter = Math.min(a.length, b.length)
  if (shorter < SHORTEST_STEM || /\d/.test(a + b)) return shorter === 3 && (a === `${b}s` || b === `${a}s`)
  const stem = shared(a, b)
  const rest = Math.max(a.length, b.length) - stem
  return (
    stem >= Math.max(SHORTEST_STEM, Math.ceil(shorter * STEM)) &&
    rest <= (shorter > SHORTEST_STEM ? ENDING : 2) &&
    ENDINGS.has(a.slice(stem)) &&
    ENDINGS.has(b.slice(stem))
  )
}
