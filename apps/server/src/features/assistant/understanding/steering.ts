import PATTERNS from './patterns/steering.json' with { type: 'json' }
import { patternsOf, valueIn } from './patterns.ts'

const STEERS = patternsOf(PATTERNS.steers)
const ASKS = patternsOf(PATTERNS.asks, PATTERNS.asks, 'g')

/** What is not the lead's, and how many characters at most stand between a wish to be shown something and it. */
const NOT_THEIRS: ReadonlyArray<readonly [RegExp, number]> = [
  [ASKS.ofOthers, 40],
  [ASKS.yourInstructions, 40],
  [ASKS.instructions, 15],
  [ASKS.password, 40],
]

/** In two steps: one pattern that goes on from each wish through all that follows would be far more work. */
const asksForOthers = (folded: string): boolean => {
  const wishes = [...folded.matchAll(ASKS.shows)].map(({ 0: words, index }) => index + words.length)
  if (wishes.length === 0) return false
  return NOT_THEIRS.some(([wanted, within]) =>
    folded.matchAll(wanted).some(({ index }) => index - (wishes.findLast((end) => end <= index) ?? -Infinity) <= within),
  )
}

/** An attempt to make the agent something else, or to get what is not the lead's. */
export const steersIn = (folded: string): boolean => asksForOthers(folded) || valueIn(folded, STEERS) !== null
