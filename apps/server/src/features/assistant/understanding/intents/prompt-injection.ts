import PATTERNS from '../patterns/steering.json' with { type: 'json' }
import { compilePatterns, findMatchingName } from '../patterns.ts'

const STEERING_MATCHERS = compilePatterns(PATTERNS.steers)
const REQUEST_MATCHERS = compilePatterns(PATTERNS.asks, PATTERNS.asks, 'g')

/** Patterns of protected data (instructions, passwords, data of others), with the maximum distance in characters from the request. */
const PROTECTED_DATA: ReadonlyArray<readonly [RegExp, number]> = [
  [REQUEST_MATCHERS.ofOthers, 40],
  [REQUEST_MATCHERS.yourInstructions, 40],
  [REQUEST_MATCHERS.instructions, 15],
  [REQUEST_MATCHERS.password, 40],
]

/** Returns true if a text requests protected data. Requests and data have separate patterns, because a combined one is much slower. */
const requestsProtectedData = (normalizedText: string): boolean => {
  const requestEnds = [...normalizedText.matchAll(REQUEST_MATCHERS.shows)].map(({ 0: words, index }) => index + words.length)
  if (requestEnds.length === 0) return false
  return PROTECTED_DATA.some(([dataPattern, maxDistance]) =>
    normalizedText
      .matchAll(dataPattern)
      .some(({ index }) => index - (requestEnds.findLast((end) => end <= index) ?? -Infinity) <= maxDistance),
  )
}

/** Returns true if a text tries to change the agent's role or to obtain data of others. */
export const detectPromptInjection = (normalizedText: string): boolean =>
  requestsProtectedData(normalizedText) || findMatchingName(normalizedText, STEERING_MATCHERS) !== null
