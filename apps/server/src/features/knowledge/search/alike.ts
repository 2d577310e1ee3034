import { listed } from './listed.ts'

const SHORTEST_STEM = 4
/** So much of the shorter one is the same in both. */
const STEM = 0.7
const ENDING = 6
/** What a word may end in where another form of it ends otherwise. Anybody may add to them. */
const ENDINGS: ReadonlySet<string> = new Set(['', ...listed('endings')])

const shared = (a: string, b: string): number => {
  let length = 0
  while (length < a.length && a[length] === b[length]) length += 1
  return length
}

/** Two forms of one word: 'aceita' and 'aceitam', 'visita' and 'visitação'. */
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
