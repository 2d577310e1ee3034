import PATTERNS from './patterns/steering.json' with { type: 'json' }
import { patternsOf, valueIn } from './patterns.ts'

const STEERS = patternsOf(PATTERNS.steers)
const ASKS = patternsOf(PATTERNS.asks, PATTERNS.asks, 'g')

/** Patterns for protected data, with the maximum number of characters between a request and it. */
const NOT_THEIRS: ReadonlyArray<readonly [RegExp, number]> = [
  [ASKS.ofOthers, 40],
  [ASKS.yourInstructions, 40],
  [ASKS.instructions, 15],
  [ASKS.password, 40],
]

/** Works in two steps, because one pattern that scans on from each request is much slower. */
const asksForOthers = (folded: string): boolean => {
  const wishes = [...folded.matchAll(ASKS.shows)].map(({ 0: words, index }) => index + words.length)
  if (wishes.length === 0) return false
  return NOT_THEIRS.some(([wanted, within]) =>
    folded.matchAll(wanted).some(({ index }) => index - (wishes.findLast((end) => end <= index) ?? -Infinity) <= within),
  )
}

/** Returns true for an attempt to change the agent's role or to get data that is not the lead's. */
export const steersIn = (folded: string): boolean => asksForOthers(folded) || valueIn(folded, STEERS) !== null
